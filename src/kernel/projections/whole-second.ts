import type { Timestamp } from "../issues/timestamp.ts";

/** A moment as session, ledger and trajectory write it: UTC, whole seconds, `Z` (contract 0.7). */
export function wholeSecond(at: Timestamp): string {
  return `${at.slice(0, 19)}Z`;
}
