import type { SpecValues } from "../spec/spec-values.ts";

/** What the next request tells, and what waits for the one after it. */
export interface SplitNotes {
  readonly told: readonly string[];
  readonly rest: readonly string[];
}

/** A queue of notes under its policy: each once where it says so, no more than it takes at a time. Nothing is dropped: what has no room waits (R21). */
export function splitNotes(
  notes: readonly string[],
  { dedup, maxItems }: SpecValues["reminderQueuePolicy"],
): SplitNotes {
  const queue = dedup ? [...new Set(notes)] : notes;
  return { told: queue.slice(0, maxItems), rest: queue.slice(maxItems) };
}
