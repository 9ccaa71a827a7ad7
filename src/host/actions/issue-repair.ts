import type { RepairReport } from "#ports";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { upkeepFor } from "../upkeep-issues.ts";
import { CHANGES, withIssues } from "../with-issues.ts";

/** What repair kept, put aside and brought back. */
export interface IssueRepairData extends Omit<RepairReport, "quarantineFile"> {
  readonly action: "issue.repair";
  readonly issuesPath: string;
  readonly quarantineFile: string | null;
}

/** Keeps every row that can be read and puts the rest into quarantine; with `--restore` brings back what the logs have. */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueRepairData>> {
  return withIssues(args, ports, CHANGES, async ({ store, path }) => {
    const upkeep = await upkeepFor(args.switches.has("restore"), "issue.restore", args, ports);
    if (!upkeep.ok) return upkeep;
    const { quarantineFile = null, ...report } = store.repair(
      upkeep.data === undefined ? {} : { restore: upkeep.data },
    );
    return { ok: true, data: { action: "issue.repair", issuesPath: path, ...report, quarantineFile } };
  });
}
