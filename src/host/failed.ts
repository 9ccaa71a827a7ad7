import type { Failed } from "./action.ts";

/** What a person may do when the machine does not allow it. */
export const MACHINE_HINT = "look at the rights of the folder and the space on the disk";

/** Refused or failed (exit code 1): one sentence why, and what a person may do about it (contract memory 0.2). */
export function failed(reason: string, hint: string): Failed {
  return { ok: false, exit: 1, message: `error: ${reason}`, hint };
}

/** The input cannot be used (exit code 2): one sentence why. */
export function unusable(reason: string): Failed {
  return { ok: false, message: `error: ${reason}` };
}
