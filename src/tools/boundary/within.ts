import type { CancelSignal } from "#ports";

/** How long work is waited for, and what is answered instead. */
export interface Waiting<T> {
  readonly timeoutMs: number;
  /** Cancels the wait; absent where nobody can. */
  readonly signal: CancelSignal | undefined;
  readonly late: () => T;
  readonly cancelled: () => T;
}

/**
 * What work comes to, `late` when it takes longer than that, `cancelled` when it is not to be waited for any more. Leaves no timer
 * and no listener behind. A rejection stays one.
 */
export function within<T>(work: PromiseLike<T>, { timeoutMs, signal, late, cancelled }: Waiting<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => end(() => resolve(cancelled()));
    // What was cancelled before gets one turn: work that is as good as done is known, and counts.
    const timer = setTimeout(
      () => (signal?.aborted === true ? giveUp() : end(() => resolve(late()))),
      signal?.aborted === true ? 0 : timeoutMs,
    );
    function end(settle: () => void): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
      settle();
    }
    signal?.addEventListener("abort", giveUp, { once: true });
    work.then(
      (value) => end(() => resolve(value)),
      (error: unknown) =>
        end(() => reject(error instanceof Error ? error : new Error("a schema threw what is no error"))),
    );
  });
}
