import type { SessionEvent, Timestamp } from "#kernel";
import type { ReadSession } from "./read-session.ts";

/** How a session stands: ended one way or another, or open, because it runs, was killed, or waits to be taken up. */
export type SessionPhase = Extract<SessionEvent, { kind: "session.ended" }>["phase"] | "Open";

/** A session in one line. */
export interface SessionOutline {
  readonly sessionId: string;
  readonly path: string;
  readonly began?: Timestamp;
  readonly steps: number;
  readonly phase: SessionPhase;
  readonly lastInput?: string;
  /** Why the rest of it cannot be read. */
  readonly problem?: string;
}

/** What the rows of a session come to, in one line. */
export function outlineOf({ sessionId, path, rows, problem }: ReadSession): SessionOutline {
  let steps = 0;
  let phase: SessionPhase = "Open";
  let lastInput: string | undefined;
  for (const { event } of rows) {
    phase = event.kind === "session.ended" ? event.phase : "Open";
    if (event.kind === "step.started") steps = event.step;
    if (event.kind === "row.sealed") steps = event.step ?? steps;
    if (event.kind === "input.given") lastInput = event.text;
  }
  return {
    sessionId,
    path,
    ...(rows[0] === undefined ? {} : { began: rows[0].at }),
    steps,
    phase,
    ...(lastInput === undefined ? {} : { lastInput }),
    ...(problem === undefined ? {} : { problem }),
  };
}
