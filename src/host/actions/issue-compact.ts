import type { CompactReport } from "#ports";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { upkeepFor } from "../upkeep-issues.ts";
import { CHANGES, withIssues } from "../with-issues.ts";

/** What compaction did to the file. */
export interface IssueCompactData extends CompactReport {
  readonly action: "issue.compact";
  readonly issuesPath: string;
}

/** Writes the file in its canonical form, one row an issue; what the rows said before is in the logs. */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueCompactData>> {
  return withIssues(args, ports, CHANGES, async ({ store, path }) => {
    const upkeep = await upkeepFor(args.switches.has("purge-tombstones"), "issue.purge", args, ports);
    if (!upkeep.ok) return upkeep;
    const report = store.compact(upkeep.data === undefined ? {} : { purge: upkeep.data });
    return { ok: true, data: { action: "issue.compact", issuesPath: path, ...report } };
  });
}
