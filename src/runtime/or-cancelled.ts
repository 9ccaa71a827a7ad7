import type { CancelSignal } from "#ports";

/** Work that was waited for when the run was called off. Whoever waited looks at the run's own signal for why. */
export class GivenUp extends Error {
  override readonly name = "GivenUp";
}

/** What work of somebody else's comes to, or {@link GivenUp} as soon as the run is called off. What is there already is given back as it is. */
export type OrCancelled = <T>(work: T | PromiseLike<T>) => T | Promise<T>;

/**
 * Waits of one run, none of which outlasts its cancellation, whatever the work does about it. What comes of abandoned work is nobody's,
 * a rejection too. One listener for all of them: a wait costs no more than an entry of a set.
 */
export function orCancelled(signal: CancelSignal): OrCancelled {
  const waiting = new Set<() => void>();
  const callOff = (): void => {
    for (const giveUp of waiting) giveUp();
    waiting.clear();
  };
  let isListening = false;
  return <T>(work: T | PromiseLike<T>): T | Promise<T> => {
    if (!isPromiseLike(work)) return work;
    if (!isListening) signal.addEventListener("abort", callOff, { once: true });
    isListening = true;
    return new Promise<T>((resolve, reject) => {
      const giveUp = (): void => reject(new GivenUp("the run was cancelled meanwhile"));
      if (signal.aborted) giveUp();
      else waiting.add(giveUp);
      work.then(
        (value) => {
          waiting.delete(giveUp);
          resolve(value);
        },
        (error: unknown) => {
          waiting.delete(giveUp);
          reject(error);
        },
      );
    });
  };
}

function isPromiseLike<T>(work: T | PromiseLike<T>): work is PromiseLike<T> {
  if (work instanceof Promise) return true;
  return typeof work === "object" && work !== null && "then" in work && typeof work.then === "function";
}
