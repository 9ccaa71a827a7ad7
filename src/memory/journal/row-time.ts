import { parseTimestamp, type Timestamp } from "#kernel";
import type { Clock } from "#ports";
import { journalError } from "./journal-error.ts";

/** The last time that was read: rows that are written one after the other mostly share it. */
let latest: Timestamp | undefined;

/** The moment of a row in the form that every reader takes. Throws `PortError` where a clock says none: then nothing is written. */
export function rowTime(clock: Clock): Timestamp {
  // A clock may come from code without types.
  const said: unknown = clock.now();
  if (latest !== undefined && said === latest) return latest;
  const at = typeof said === "string" ? parseTimestamp(said) : undefined;
  if (at !== undefined) {
    latest = at;
    return at;
  }
  const found = typeof said === "string" ? JSON.stringify(said.slice(0, MOST_QUOTED)) : `a ${typeof said}`;
  throw journalError("clock", `the journal's clock says ${found}, expected a time like 2026-03-01T12:00:00Z`);
}

const MOST_QUOTED = 60;
