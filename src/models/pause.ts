import type { CancelSignal } from "#ports";
import { aborted } from "./model-error.ts";

/** Waits so long, or for ever; rejects at once when the signal fires, and leaves nothing behind. */
export function pause(milliseconds: number | "for ever", signal: CancelSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(aborted(signal));
      return;
    }
    const stop = (): void => {
      clearTimeout(timer);
      reject(aborted(signal));
    };
    const end = (): void => {
      signal.removeEventListener("abort", stop);
      resolve();
    };
    const timer = milliseconds === "for ever" ? undefined : setTimeout(end, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });
}
