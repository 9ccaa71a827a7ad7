import type { CancelSignal } from "#ports";
import type { StopSwitch } from "./stop-switch.ts";
import { thrownFailure } from "./thrown-failure.ts";

/** How the code of a tool ended, or that it was told to stop and is waited for no longer. */
export type Ending =
  | { readonly kind: "returned"; readonly output: unknown }
  | { readonly kind: "threw"; readonly thrown: unknown }
  | { readonly kind: "timed_out" }
  | { readonly kind: "cancelled" };

/** How long a tool may take to end after it was told to stop. */
export const GRACE_MS = { timed_out: 50, cancelled: 2_000 } as const;

interface Limits {
  readonly timeoutMs: number;
  /** Cancels the call from outside. */
  readonly signal: CancelSignal;
  /** Tells the tool. */
  readonly stop: StopSwitch;
}

/**
 * Waits for a tool, and not for ever: past its time or once cancelled it is told to stop, gets its grace, and is given up. Leaves no
 * timer and no listener behind. What comes later is nobody's.
 */
export function awaitEnd(work: PromiseLike<unknown>, { timeoutMs, signal, stop }: Limits): Promise<Ending> {
  return new Promise((resolve) => {
    let told: keyof typeof GRACE_MS | undefined;
    let timer = setTimeout(() => tell("timed_out"), timeoutMs);
    const cancel = (): void => tell("cancelled");
    function tell(why: keyof typeof GRACE_MS): void {
      if (told !== undefined) return;
      told = why;
      clearTimeout(timer);
      timer = setTimeout(() => end({ kind: why }), GRACE_MS[why]);
      stop.pull(why);
    }
    function end(ending: Ending): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      resolve(ending);
    }
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
    Promise.resolve(work).then(
      // A result that arrives after a cancellation is known, and counts; one that arrives after its time does not.
      (output) => end(told === "timed_out" ? { kind: told } : { kind: "returned", output }),
      (thrown: unknown) => end(told === undefined ? { kind: "threw", thrown } : afterTold(told, thrown)),
    );
  });
}

/** Most tools end a cancelled call by throwing what their own work threw: that is the cancellation, and no error of theirs. */
function afterTold(told: keyof typeof GRACE_MS, thrown: unknown): Ending {
  return told === "cancelled" && thrownFailure(thrown) !== undefined ? { kind: "threw", thrown } : { kind: told };
}
