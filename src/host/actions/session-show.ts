import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { operand } from "../given.ts";
import { readSession } from "../read-session.ts";
import { type SessionEntry, sessionEntries } from "../session-entries.ts";
import { outlineOf, type SessionOutline } from "../session-outline.ts";
import { readingSessions, resolveSession } from "../with-sessions.ts";

/** What happened in one session. */
export interface SessionShowData extends SessionOutline {
  readonly action: "session.show";
  readonly entries: readonly SessionEntry[];
}

/** Shows a session; of a damaged one what holds, and the exit code is 1. */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<SessionShowData>> {
  return readingSessions(args, ports, ({ sessions }) => {
    const meant = resolveSession(operand(args, 0), sessions.list());
    if (!meant.ok) return meant;
    const session = readSession(meant.data, sessions);
    const data: SessionShowData = {
      action: "session.show",
      ...outlineOf(session),
      entries: sessionEntries(session.rows),
    };
    return session.problem === undefined ? { ok: true, data } : { ok: true, data, exit: 1 };
  });
}
