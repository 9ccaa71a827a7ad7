import { checkIssues, type LoggedLease, NOTE_WARN_THRESHOLD, resolveConfig, VERIFICATION_RUNNERS } from "#kernel";
import type { IssueStore, LoggedChange } from "#ports";
import type { Arguments, HostPorts } from "./action.ts";
import { findingsOf } from "./actions/issue-verify.ts";
import { isStoreError } from "./issue-refusal.ts";
import { counted, type VerifiedThing } from "./verified-thing.ts";
import type { IssueMemory } from "./verify-worker.ts";

/** The issue memory, walked: its file, its logs, and how its graph stands. */
export interface VerifiedIssues {
  readonly things: readonly VerifiedThing[];
  readonly issues: number;
  readonly events: number;
  /** What can be asked of it; absent where there is none, or where it does not hold. */
  readonly memory?: IssueMemory;
}

/** Walks every row and every chain of the issue memory, and says how its issues are written, which changes no verdict: a title without acceptance criteria is as it was written. Nothing where there is no memory. */
export async function verifyIssues(
  path: string,
  { args, ports, asked }: { readonly args: Arguments; readonly ports: HostPorts; readonly asked: ReadonlySet<string> },
): Promise<VerifiedIssues> {
  if (ports.kindOf(path) === "missing") return { things: [], issues: 0, events: 0 };
  try {
    const store = await ports.openIssues(path);
    try {
      const { thing, issues, events } = storeThing(path, store);
      const graph = thing.holds ? [await graphThing(path, store, args, ports)] : [];
      const memory = thing.holds ? { memory: memoryOf(path, store, asked, ports) } : {};
      return { things: [thing, ...graph], issues, events, ...memory };
    } finally {
      store.close();
    }
  } catch (error) {
    // An issue memory that cannot be read is a finding like any other: the rest was walked all the same.
    if (!isStoreError(error)) throw error;
    const first = { path, problem: error.message };
    return {
      things: [{ thing: "issues", path, holds: false, seen: "nothing can be read", first }],
      issues: 0,
      events: 0,
    };
  }
}

/** What the log says of leases and closings of the issues that are asked for, and who holds one now. */
function memoryOf(path: string, store: IssueStore, asked: ReadonlySet<string>, ports: HostPorts): IssueMemory {
  const histories = store.histories(asked);
  const { issues } = store.load();
  return {
    path: ports.realPath(path),
    now: ports.now(),
    changes: (issueId) =>
      histories
        .get(issueId)
        ?.filter(({ standing }) => standing !== "voided")
        .map(leaseOf),
    held: (issueId) => {
      const { lease, token = 0 } = issues.get(issueId) ?? {};
      return lease && { leaseId: lease.lease_id, token, expiresAt: lease.expires_at };
    },
  };
}

function leaseOf({ action, actor, permit, row }: LoggedChange): LoggedLease {
  const { evidenceDigest } = permit;
  const proof = typeof evidenceDigest === "string" ? { evidenceDigest } : {};
  return { action, actor, token: row.token, leaseId: row.lease?.lease_id, ...proof };
}

function storeThing(
  path: string,
  store: IssueStore,
): { readonly thing: VerifiedThing; readonly issues: number; readonly events: number } {
  const report = store.verify();
  const { issues, rows, events, chains } = report;
  const seen = `${counted(issues, "issue")} in ${counted(rows, "row")}, ${counted(events, "event")} in ${counted(chains.length, "log")}`;
  const [finding] = findingsOf(report, path);
  if (finding === undefined) return { thing: { thing: "issues", path, holds: true, seen }, issues, events };
  const { file, line, problem } = finding;
  const first = { path: file, ...(line === 0 ? {} : { line }), problem };
  return { thing: { thing: "issues", path, holds: false, seen, first }, issues, events };
}

async function graphThing(path: string, store: IssueStore, args: Arguments, ports: HostPorts): Promise<VerifiedThing> {
  const { issues } = store.load();
  const runners = await allowedRunners(args, ports);
  const { errors, warnings } = checkIssues(issues, { noteWarnThreshold: NOTE_WARN_THRESHOLD, runners });
  const seen = `${counted(errors.length, "error")}, ${counted(warnings.length, "warning")}`;
  const where = errors.length + warnings.length === 0 ? "" : ": 'tusk issue check' names them";
  return { thing: "issue graph", path, holds: true, seen: `${seen}${where}` };
}

/** What the configuration allows. Looking runs no code of the repository: one that is code decides nothing here. */
async function allowedRunners(args: Arguments, ports: HostPorts): Promise<readonly string[]> {
  const read = await ports.readConfigFile(undefined, { mayRun: false });
  const resolution = resolveConfig({
    file: read.ok ? read.file : undefined,
    environment: ports.environment,
    flags: args.values,
  });
  return resolution.ok ? resolution.config.values["check.runners"] : VERIFICATION_RUNNERS;
}
