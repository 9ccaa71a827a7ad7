import type { VerifyFinding, VerifyReport } from "#ports";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { READS, withIssues } from "../with-issues.ts";

/** Whether everything is as it was written, and where not. */
export interface IssueVerifyData extends VerifyReport {
  readonly action: "issue.verify";
  readonly issuesPath: string;
  readonly result: "accepted" | "rejected";
}

/** Walks every row and every chain, and replays the logs: a changed byte is found and named (DESIGN 5). Exit code 1 when something is wrong. */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueVerifyData>> {
  return withIssues(args, ports, READS, ({ store, path }) => {
    const report = store.verify();
    const findings = findingsOf(report, path);
    const result = findings.length === 0 ? "accepted" : "rejected";
    const data = { action: "issue.verify", issuesPath: path, result, ...report, findings } as const;
    return { ok: true, data, ...(result === "rejected" && { exit: 1 as const }) };
  });
}

/** Everything that is not as it was written, each with its file. */
export function findingsOf(report: VerifyReport, path: string): readonly VerifyFinding[] {
  const found = report.findings.map((finding) => (finding.file === "" ? { ...finding, file: path } : finding));
  if (found.length > 0 || report.snapshotRef === report.replayedSnapshotRef) return found;
  return [{ file: path, line: 0, problem: `replaying the logs gives ${report.replayedSnapshotRef}` }];
}
