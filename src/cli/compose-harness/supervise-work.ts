import type { Child, ChildExit } from "#platform";
import type { CancelSignal } from "#ports";
import { groupStopper } from "#tools";

/** A command that runs, and when it is to end. */
export interface SupervisedWork {
  readonly child: Child;
  /** What every process of it carries in its environment. */
  readonly mark: string;
  readonly signal: CancelSignal;
  /** How long it may take to clear up once it was told to end. */
  readonly graceMs: number;
  readonly limitMs: number | undefined;
}

/** How it ended, and why we ended it where we did. */
export interface WorkEnd extends ChildExit {
  readonly cause: "cancelled" | "limit" | "output" | undefined;
}

/** How long output is awaited when the command is gone: somebody who is not of it may hold the pipe. */
const DRAIN_MS = 2000;
/** A timer that is set for longer rings at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Waits for a command's end and brings it about where it is called off. When this resolves nothing of it runs any more. */
export async function superviseWork({ child, mark, signal, graceMs, limitMs }: SupervisedWork): Promise<WorkEnd> {
  const stopper = groupStopper(child, mark);
  const timers = new Set<NodeJS.Timeout>();
  let cause: WorkEnd["cause"];
  const end = (why: NonNullable<WorkEnd["cause"]>): void => {
    if (cause !== undefined) return;
    cause = why;
    // Once only: many programs end at once when they are told a second time.
    tellGroup(child);
    timers.add(setTimeout(() => stopper.force(), graceMs));
  };
  const cancel = (): void => end("cancelled");
  if (limitMs !== undefined) timers.add(setTimeout(() => end("limit"), Math.min(limitMs, LONGEST_MS)));
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  const exit = await child.exit;
  for (const timer of timers) clearTimeout(timer);
  signal.removeEventListener("abort", cancel);
  // Whoever is left would change files while they are verified.
  await stopper.clear();
  await drained(child);
  return { ...exit, cause };
}

function tellGroup({ pid }: Child): void {
  try {
    process.kill(-pid, "SIGTERM");
  } catch (error) {
    // It has just ended.
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

async function drained({ closed, stdout, stderr }: Child): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, DRAIN_MS);
  await Promise.race([closed, late.promise]);
  clearTimeout(timer);
  stdout?.destroy();
  stderr?.destroy();
}
