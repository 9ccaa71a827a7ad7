import { type CheckFinding, checkIssues, NOTE_WARN_THRESHOLD } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { exactNumber } from "../given.ts";
import { loadConfig } from "../load-config.ts";
import { readingIssues } from "../with-issues.ts";

/** What the issue graph's check found. */
export interface IssueCheckData {
  readonly action: "issue.check";
  readonly issuesPath: string;
  readonly checkKind: "premath.issue_graph.check.v1";
  readonly result: "accepted" | "rejected";
  readonly failureClasses: readonly string[];
  readonly warningClasses: readonly string[];
  readonly errors: readonly CheckFinding[];
  readonly warnings: readonly CheckFinding[];
  readonly summary: {
    readonly issueCount: number;
    readonly errorCount: number;
    readonly warningCount: number;
    readonly noteWarnThreshold: number | bigint;
  };
}

/** Checks every issue (contract memory 1.6), with the runners of the configuration; a rejection exits 1. */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueCheckData>> {
  return readingIssues(args, ports, async ({ store, path }) => {
    const loaded = await loadConfig(args, ports);
    if (!loaded.ok) return loaded;
    const noteWarnThreshold = exactNumber(args, "note-warn-threshold") ?? NOTE_WARN_THRESHOLD;
    const { issues } = store.load();
    const { errors, warnings, ...verdict } = checkIssues(issues, {
      noteWarnThreshold,
      runners: loaded.data.config.values["check.runners"],
    });
    const summary = {
      issueCount: issues.size,
      errorCount: errors.length,
      warningCount: warnings.length,
      noteWarnThreshold,
    };
    const data: IssueCheckData = {
      action: "issue.check",
      issuesPath: path,
      checkKind: "premath.issue_graph.check.v1",
      ...verdict,
      errors,
      warnings,
      summary,
    };
    return verdict.result === "accepted" ? { ok: true, data } : { ok: true, data, exit: 1 };
  });
}
