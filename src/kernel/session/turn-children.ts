import type { FanOutChild } from "../evidence/tusk-evidence.ts";
import type { ChildOpened } from "./session-event.ts";

/** A sub-agent of a turn, and the newest turn of its own that closed. */
export interface TurnChild {
  readonly opened: ChildOpened;
  readonly join: string | undefined;
}

/**
 * What a turn shows of its sub-agents: issue, session and closed join of each (M17). One that never closed a turn has done nothing that
 * counts: its call has failed, and its rows say so; there is nothing to join.
 */
export function fanOutOf(children: readonly TurnChild[]): { readonly children: readonly FanOutChild[] } | undefined {
  const closed = children.flatMap(({ opened: { issueId, sessionId }, join }) =>
    join === undefined ? [] : [{ issueId, sessionId, join }],
  );
  return closed.length === 0 ? undefined : { children: closed };
}
