import type { Child } from "#platform";
import type { CancelSignal, CapturedStream, CommandExit, CommandLimits } from "#ports";
import type { Capture } from "../shell/capture.ts";
import type { Stopper } from "./stopper.ts";

/** A command that runs, and what bounds it. */
export interface Supervised {
  readonly child: Child;
  readonly capture: Capture;
  readonly stopper: Stopper;
  readonly limits: CommandLimits;
  readonly signal: CancelSignal;
}

/** How it ended: by itself, or why we ended it. */
export interface SupervisedEnd {
  readonly cause: StopCause | undefined;
  readonly code: number | undefined;
  readonly signal: string | undefined;
  /** How many processes had to be ended after the command itself; undefined where nobody counted. */
  readonly ended: number | undefined;
  readonly stdout: CapturedStream;
  readonly stderr: CapturedStream;
}

type StopCause = "soft" | "hard" | "output" | "aborted";

/** How long a command that was called off may take to clear up. */
const ABORT_GRACE_MS = 1000;
/** How long output is awaited when the command is gone: somebody who is not of it may hold the pipe. */
const DRAIN_MS = 2000;

/** A timer that is set for longer rings at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Waits for a command's end and brings it about where a limit is reached. When this resolves nothing of it runs any more. */
export async function supervise({ child, capture, stopper, limits, signal }: Supervised): Promise<SupervisedEnd> {
  let cause: StopCause | undefined;
  const timers = new Set<NodeJS.Timeout>();
  const inTime = (ms: number, act: () => void): void => void timers.add(setTimeout(act, Math.min(ms, LONGEST_MS)));
  const force = (why: StopCause): void => {
    // Whoever called it off will hear of that, whatever it did on the way out.
    if (cause !== "aborted") cause = why;
    stopper.force();
  };
  const abort = (): void => {
    cause ??= "aborted";
    stopper.ask();
    inTime(Math.min(ABORT_GRACE_MS, limits.hardMs), () => stopper.force());
  };
  inTime(limits.softMs, () => {
    if (cause !== undefined) return;
    cause = "soft";
    stopper.ask();
    inTime(limits.hardMs, () => force("hard"));
  });
  void capture.overflow.then(() => force("output"));
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  const { code, signal: ending } = await child.exit;
  for (const timer of timers) clearTimeout(timer);
  signal.removeEventListener("abort", abort);
  const ended = await stopper.clear();
  await within(DRAIN_MS, capture.closed);
  return { cause, code: code ?? undefined, signal: ending ?? undefined, ended, ...capture.finish() };
}

async function within(ms: number, promise: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([promise, late.promise]);
  clearTimeout(timer);
}

/** The end of a command in the words of the evidence. */
export function commandExit({ cause, code, signal }: Pick<SupervisedEnd, "cause" | "code" | "signal">): CommandExit {
  switch (cause) {
    case "output":
      return { kind: "output_limit" };
    case "aborted":
      return { kind: "aborted" };
    case "soft":
      return { kind: "timed_out", timeoutKind: "soft", code };
    case "hard":
      return { kind: "timed_out", timeoutKind: "hard", code: undefined };
    case undefined:
      return code === undefined ? { kind: "signalled", signal: signal ?? "unknown" } : { kind: "exited", code };
    default:
      return cause satisfies never;
  }
}
