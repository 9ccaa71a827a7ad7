import type { CancelSignal, Journal } from "#ports";
import { GivenUp, orCancelled } from "../or-cancelled.ts";
import { discardJournal } from "./claim-journal.ts";

/** A journal that is opened for a run. Where the run is called off first, nobody waits for it, and it is closed as soon as it is there. */
export async function openedFor(signal: CancelSignal, opening: Journal | Promise<Journal>): Promise<Journal> {
  try {
    return await orCancelled(signal)(opening);
  } catch (error) {
    if (error instanceof GivenUp) void closeLate(opening);
    throw error;
  }
}

async function closeLate(opening: Journal | Promise<Journal>): Promise<void> {
  try {
    const late = await opening;
    await discardJournal(late);
  } catch {
    // Nobody is left who would hear that it could not be opened or closed.
  }
}
