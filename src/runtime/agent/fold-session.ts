import { readSessionEvent, SessionState } from "#kernel";
import type { JournalRow } from "#ports";
import { AgentError } from "./agent-error.ts";

const SEALED = "the session keeps digests only, as its policies say (zero retention): it cannot be taken up";

/** What the rows of a session have come to. Throws `AgentError` with the number of the first row that no run writes. */
export function foldSession(rows: readonly JournalRow[]): SessionState {
  const state = new SessionState();
  for (const { seq, event } of rows) {
    if (event.kind.startsWith("journal.")) continue;
    if (event.kind === "row.sealed") throw new AgentError("PolicyConfigInvalid", SEALED);
    const reading = readSessionEvent(event);
    if (!reading.ok) throw new AgentError("InternalInvariant", `row ${seq} of the journal: ${reading.problem}`);
    try {
      state.apply(reading.event);
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : "it cannot follow";
      throw new AgentError("InternalInvariant", `row ${seq} of the journal: ${message}`, { cause });
    }
  }
  return state;
}
