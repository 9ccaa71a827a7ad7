import { type Candidate, selectTarget } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { loadConfig } from "../load-config.ts";
import { runStateFolder, runWorkspace } from "../run-places.ts";
import { readingIssues } from "../with-issues.ts";

/** Which issue a worker would take, and why. */
export interface NextData {
  readonly action: "next";
  readonly issuesPath: string;
  readonly workerId: string;
  readonly issueId: string | null;
  readonly reason: string;
  readonly ready: number;
  readonly candidates: readonly Candidate[];
}

/** Explains the choice of the next issue; it takes nothing (003 §3.1). */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<NextData>> {
  const loaded = await loadConfig(args, ports);
  if (!loaded.ok) return loaded;
  const stateFolder = ports.realPath(runStateFolder(args, loaded.data.config, ports));
  const workspace = await runWorkspace(args, ports);
  if (!workspace.ok) return workspace;
  const begun = await ports.begunIssues(workspace.data, stateFolder);
  const workerId = args.values.get("worker-id") ?? "run";
  return readingIssues(args, ports, ({ store, path }) => {
    const policy = {
      workerId,
      by: args.values.get("by") === "priority" ? ("priority" as const) : ("id" as const),
      begun,
      tried: new Set<string>(),
      takesOwn: workerId === "run",
      now: ports.now(),
    };
    const { issue, reason, ready, candidates } = selectTarget(store.load().issues, policy);
    return {
      ok: true,
      data: { action: "next", issuesPath: path, workerId, issueId: issue?.id ?? null, reason, ready, candidates },
    };
  });
}
