import { join } from "node:path";
import { readFileJournal } from "#memory";
import { kindOf } from "#platform";

/** How a session that an order names stands: nothing was written; an agent was at work; it had ended its work; or nobody can read it. */
export type SessionStanding = "unbegun" | "unasked" | "open" | "completed" | "sealed";

/** Looks at a session's journal without touching it. */
export async function sessionStanding(stateFolder: string, sessionId: string): Promise<SessionStanding> {
  const path = join(stateFolder, "sessions", `${sessionId}.jsonl`);
  if (kindOf(path) === "missing") return "unbegun";
  const { rows } = await readFileJournal(path);
  const events = rows.map(({ event }) => event).filter(({ kind }) => !kind.startsWith("journal."));
  const has = (kind: string): boolean => events.some((event) => event.kind === kind);
  if (has("row.sealed")) return "sealed";
  if (!has("session.started")) return "unbegun";
  if (!has("input.given")) return "unasked";
  const last = events.at(-1);
  return last?.kind === "session.ended" && last["phase"] === "Completed" ? "completed" : "open";
}
