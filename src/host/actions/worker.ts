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

/** One worker of a pool (M12): 0 where everything it took was closed or it was told to stop, 1 where something was not, 2 unusable. */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<WorkerData>> {
  const workerId = (args.values.get("worker-id") ?? ports.environment("PREMATH_WORKER_ID"))?.trim();
  if (workerId === undefined || workerId.trim() === "")
    return unusable("--worker-id is required (or set PREMATH_WORKER_ID)");
  // The contract's `--max-steps` of a worker counts issues; that of a run, which configuration knows, counts questions to the model.
  const { "max-steps": maxIssues = "1", ...values } = Object.fromEntries(args.values);
  const others: Arguments = { ...args, values: new Map(Object.entries(values)) };
  const loaded = await loadTrustedConfig(others, ports);
  if (!loaded.ok) return loaded;
  const firstIssue = args.values.get("issue");
  const wish = await workerWish(others, loaded.data.config, {
    ports,
    manner: {
      workerId,
      maxIssues: Number(maxIssues),
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
