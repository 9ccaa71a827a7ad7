import type { CompactReport } from "#ports";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { CHANGES, withIssues } from "../with-issues.ts";

/** What compaction did to the file. */
export interface IssueCompactData extends CompactReport {
  readonly action: "issue.compact";
  readonly issuesPath: string;
}

/** Writes the file in its canonical form, one row an issue; what the rows said before is in the logs. */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueCompactData>> {
  return withIssues(args, ports, CHANGES, ({ store, path }) => {
    const report = store.compact({ purgeTombstones: args.switches.has("purge-tombstones") });
    return { ok: true, data: { action: "issue.compact", issuesPath: path, ...report } };
  });
}
