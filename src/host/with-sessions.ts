import { oneLine } from "#kernel";
import { PortError, type SessionJournal, type SessionReads } from "#ports";
import type { Arguments, Failed, HostPorts, Outcome } from "./action.ts";
import { failed, MACHINE_HINT } from "./failed.ts";
import { folderOf } from "./path-text.ts";

/** A command that looks at sessions: where they are, and what reads them. */
export interface SessionLook {
  readonly stateFolder: string;
  readonly sessions: SessionReads;
}

/** How many sessions are named when none, or too many, are meant. */
const NAMED = 8;

/** Looks at the sessions of the state folder that `--state` names, else of this repository's; nothing is locked or changed. */
export async function readingSessions<T>(
  args: Arguments,
  ports: HostPorts,
  look: (at: SessionLook) => Outcome<T> | Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const stateFolder = args.values.get("state") ?? (folderOf(ports.issuesPath(undefined)) || ".");
  if (ports.kindOf(stateFolder) !== "folder")
    return failed(`there is no state folder ${stateFolder}`, "tusk init makes one; --state names another");
  try {
    return await look({ stateFolder, sessions: await ports.readSessions(stateFolder) });
  } catch (error) {
    return sessionFailure(error);
  }
}

/** What the files of sessions threw when the world failed; anything else is passed on. */
export function sessionFailure(error: unknown): Failed {
  if (!(error instanceof PortError) || (error.port !== "journal" && error.port !== "witnesses")) throw error;
  return failed(error.message, MACHINE_HINT);
}

/** The session that a person means: the very id, else the only one that begins so; else which ones there are. */
export function resolveSession(given: string, all: readonly SessionJournal[]): Outcome<SessionJournal> {
  const exact = all.find(({ sessionId }) => sessionId === given);
  if (exact !== undefined) return { ok: true, data: exact };
  const fitting = all.filter(({ sessionId }) => given !== "" && sessionId.startsWith(given));
  const [first, ...others] = fitting;
  if (first !== undefined && others.length === 0) return { ok: true, data: first };
  if (first !== undefined)
    return failed(`session id is ambiguous: ${oneLine(given)} (${named(fitting)})`, "write more of the id");
  const known = all.length === 0 ? "there are none" : `there are: ${named(all)}`;
  return failed(`there is no session ${oneLine(given)}; ${known}`, "tusk session list shows them all");
}

function named(journals: readonly SessionJournal[]): string {
  const ids = journals.slice(0, NAMED).map(({ sessionId }) => oneLine(sessionId));
  return `${ids.join(", ")}${journals.length > NAMED ? ", ..." : ""}`;
}
