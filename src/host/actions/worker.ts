import { PortError, type WorkerEnd } from "#ports";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { unusable } from "../failed.ts";
import { loadTrustedConfig } from "../load-trusted-config.ts";
import { workerWish } from "../worker-wish.ts";
import { workerFailure } from "../worker-failure.ts";

/** What a worker did. */
export interface WorkerData extends WorkerEnd {
  readonly action: "worker";
  readonly workerId: string;
}

/** How many issues it takes: so the contract calls it. The configuration means the model's steps by that name. */
const MOST_ISSUES = "max-steps";

/** One worker of a pool (M12): 0 where everything it took was closed or it was told to stop, 1 where something was not, 2 unusable. */
export async function run(given: Arguments, ports: HostPorts): Promise<Outcome<WorkerData>> {
  const args: Arguments = { ...given, values: new Map([...given.values].filter(([name]) => name !== MOST_ISSUES)) };
  const workerId = (args.values.get("worker-id") ?? ports.environment("PREMATH_WORKER_ID"))?.trim();
  if (workerId === undefined || workerId === "") return unusable("--worker-id is required (or set PREMATH_WORKER_ID)");
  const loaded = await loadTrustedConfig(args, ports);
  if (!loaded.ok) return loaded;
  const firstIssue = args.values.get("issue");
  const wish = await workerWish(args, loaded.data.config, {
    ports,
    manner: {
      workerId,
      maxIssues: Number(given.values.get(MOST_ISSUES) ?? "1"),
      ...(firstIssue === undefined ? {} : { firstIssue }),
      // Whoever names an issue means it, also where this worker held it before.
      takesOwn: firstIssue !== undefined,
      continueOnFailure: args.switches.has("continue-on-failure"),
      show: args.switches.has("json") ? "json" : "plain",
      parentPipe: args.switches.has("parent-pipe"),
      session: `workers/${workerId}/harness_session.json`,
    },
  });
  if (!wish.ok) return wish;
  try {
    const end = await ports.runWorker(wish.data);
    const data: WorkerData = { action: "worker", workerId, ...end };
    const isFine = end.isStopped || (end.isRefused !== true && end.failed.length + end.handedOff.length === 0);
    return isFine ? { ok: true, data } : { ok: true, data, exit: 1 };
  } catch (error) {
    if (error instanceof PortError) return workerFailure(error, workerId);
    throw error;
  }
}
