import type { Outlet } from "../run-view/open-view.ts";
import type { StopSwitch } from "../run-view/stop-switch.ts";

/** How long a reader may take for the rest once the run was stopped. */
const PATIENCE_MS = 2000;

/** Waits until everything is written, then lets the signals go. A reader that stalls is waited for until somebody stops it; then not for long. */
export async function leave(outlet: Outlet, stop: StopSwitch): Promise<void> {
  if (!(await isWritten(outlet, stop.signal))) stop.now();
  stop.close();
}

async function isWritten(outlet: Outlet, signal: AbortSignal): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<false>();
  let timer: NodeJS.Timeout | undefined;
  const stopped = (): void => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  };
  if (signal.aborted) stopped();
  else signal.addEventListener("abort", stopped, { once: true });
  try {
    return await Promise.race([outlet.drained().then(() => true), tooLate]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stopped);
  }
}
