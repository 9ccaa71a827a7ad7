import { byCodePoint } from "#kernel";
import { PortError, type SessionJournal, type SessionReads } from "#ports";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { readSession } from "../read-session.ts";
import { outlineOf, type SessionOutline } from "../session-outline.ts";
import { readingSessions } from "../with-sessions.ts";

/** Every session there is, newest first. */
export interface SessionListData {
  readonly action: "session.list";
  readonly stateFolder: string;
  readonly sessions: readonly SessionOutline[];
}

/** Lists the sessions; a damaged one is listed as far as it holds, and the exit code is 1. */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<SessionListData>> {
  return readingSessions(args, ports, ({ stateFolder, sessions }) => {
    const found = sessions.list().map((journal) => outlined(journal, sessions));
    const listed = found.toSorted((a, b) => byCodePoint(b.began ?? "", a.began ?? ""));
    const data: SessionListData = { action: "session.list", stateFolder, sessions: listed };
    const isDamaged = found.some(({ problem }) => problem !== undefined);
    return isDamaged ? { ok: true, data, exit: 1 } : { ok: true, data };
  });
}

/** One that the machine does not give, or that is no file, is told; the rest is listed all the same. */
function outlined(journal: SessionJournal, sessions: SessionReads): SessionOutline {
  try {
    return outlineOf(readSession(journal, sessions));
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    return { ...journal, steps: 0, phase: "Open", problem: error.message };
  }
}
