import type { ResolvedConfig } from "#kernel";
import { PortError, type WorkerEnd } from "#ports";
import type { Arguments, HostPorts, Outcome } from "./action.ts";
import { workerFailure } from "./worker-failure.ts";
import { workerWish } from "./worker-wish.ts";

/** What a run without a task did: one issue after another, as a worker does. */
export interface IssueRunData extends WorkerEnd {
  readonly action: "run.issues";
  readonly workerId: string;
}

/** The name of whoever runs without being part of a pool. */
const WORKER_ID = "run";

/** How long somebody who pipes a task may take to begin. */
const PATIENCE_MS = 1_000;

/** Flags that only mean something for issues: whoever gives one has said what is to be done, and nobody has to listen for a task. */
const OF_ISSUES = ["max-issues", "work-cmd", "verify-cmd", "issues-path", "by", "lease-ttl-seconds"];

/** Whether nobody said what is to be done: then the issues say it. */
export async function saysNothing({ operands, switches, values }: Arguments, ports: HostPorts): Promise<boolean> {
  if (operands.length > 0 || switches.has("resume")) return false;
  return OF_ISSUES.some((name) => values.has(name)) || !(await ports.awaitInput(PATIENCE_MS));
}

/** Claims the next ready issue, works in a worktree, verifies, passes the gate, closes or hands off; then the next, until none is ready (M06-M09). */
export async function workOnIssues(
  args: Arguments,
  config: ResolvedConfig,
  ports: HostPorts,
): Promise<Outcome<IssueRunData>> {
  const workerId = args.values.get("worker-id") ?? WORKER_ID;
  const isJson = args.switches.has("json");
  const wish = await workerWish(args, config, {
    ports,
    manner: {
      workerId,
      maxIssues: Number(args.values.get("max-issues") ?? Number.MAX_SAFE_INTEGER),
      takesOwn: true,
      continueOnFailure: args.switches.has("continue-on-failure"),
      show: isJson ? "json" : ports.isTerminal() ? "live" : "plain",
      parentPipe: false,
      session: "harness_session.json",
    },
  });
  if (!wish.ok) return wish;
  try {
    const end = await ports.runWorker(wish.data);
    const data: IssueRunData = { action: "run.issues", workerId, ...end };
    const isFine = end.isRefused !== true && end.failed.length + end.handedOff.length === 0;
    return isFine ? { ok: true, data } : { ok: true, data, exit: 1 };
  } catch (error) {
    if (error instanceof PortError) return workerFailure(error, workerId);
    throw error;
  }
}
