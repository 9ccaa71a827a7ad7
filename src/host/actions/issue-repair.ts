import type { RepairReport } from "#ports";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { CHANGES, withIssues } from "../with-issues.ts";

/** What repair kept, put aside and brought back. */
export interface IssueRepairData extends Omit<RepairReport, "quarantineFile"> {
  readonly action: "issue.repair";
  readonly issuesPath: string;
  readonly quarantineFile: string | null;
}

/** Keeps every row that can be read and puts the rest into quarantine; with `--restore` brings back what the logs have. */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueRepairData>> {
  return withIssues(args, ports, CHANGES, ({ store, path }) => {
    const { quarantineFile = null, ...report } = store.repair({ restore: args.switches.has("restore") });
    return { ok: true, data: { action: "issue.repair", issuesPath: path, ...report, quarantineFile } };
  });
}
