import type { CancelSignal } from "#ports";
import type { StopSwitch } from "./stop-switch.ts";
import { thrownFailure } from "./thrown-failure.ts";

/** How the code of a tool ended, or that it was told to stop and is waited for no longer. */
export type Ending =
  | { readonly kind: "returned"; readonly output: unknown }
  | { readonly kind: "threw"; readonly thrown: unknown }
  | {
      readonly kind: "timed_out";
      /** Who ended it: it was told to, or it came to its end after its time. */
      readonly by: "us" | "itself";
    }
  | { readonly kind: "cancelled" };

/** How long a tool may take to end after it was told to stop. */
export const GRACE_MS = { timed_out: 50, cancelled: 2_000 } as const;

interface Limits {
  /** When its time is over, on the clock of `performance.now()`. */
  readonly deadline: number;
  /** Cancels the call from outside. */
  readonly signal: CancelSignal;
  /** Tells the tool. */
  readonly stop: StopSwitch;
}

/**
 * Waits for a tool, and not for ever: past its time or once cancelled it is told to stop, gets its grace, and is given up. Leaves no
 * timer and no listener behind. What comes later is nobody's.
 */
export function awaitEnd(work: PromiseLike<unknown>, { deadline, signal, stop }: Limits): Promise<Ending> {
  return new Promise((resolve) => {
    let told: keyof typeof GRACE_MS | undefined;
    let isOver = false;
    let timer: NodeJS.Timeout | undefined;
    const cancel = (): void => tell("cancelled");
    function tell(why: keyof typeof GRACE_MS): void {
      if (told !== undefined) return;
      told = why;
      clearTimeout(timer);
      timer = setTimeout(() => end(GIVEN_UP[why]), GRACE_MS[why]);
      stop.pull(why);
    }
    function end(ending: Ending): void {
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      resolve(ending);
    }
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
    // Code that kept the thread to itself is late although no timer could say so.
    const settle = (ending: Ending): void => {
      if (told === undefined) end(performance.now() > deadline ? LATE : ending);
      else end(afterTold(told, ending));
    };
    Promise.resolve(work).then(
      (output) => settle({ kind: "returned", output }),
      (thrown: unknown) => settle({ kind: "threw", thrown }),
    );
    // No timer can fire before this, and a tool that is as good as done needs none.
    queueMicrotask(() => {
      if (isOver || told !== undefined) return;
      timer = setTimeout(() => tell("timed_out"), Math.max(0, deadline - performance.now()));
    });
  });
}

const LATE: Ending = { kind: "timed_out", by: "itself" };
const GIVEN_UP: Readonly<Record<keyof typeof GRACE_MS, Ending>> = {
  timed_out: { kind: "timed_out", by: "us" },
  cancelled: { kind: "cancelled" },
};

/** What arrives after a cancellation is known, and counts; what arrives after its time does not. */
function afterTold(told: keyof typeof GRACE_MS, ending: Ending): Ending {
  if (told === "timed_out") return GIVEN_UP[told];
  // Most tools end a cancelled call by throwing what their own work threw: that is the cancellation, and no error of theirs.
  return ending.kind === "threw" && thrownFailure(ending.thrown) === undefined ? GIVEN_UP[told] : ending;
}
