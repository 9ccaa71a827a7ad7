import type { AuditedRow, SessionAudit } from "./audit-session.ts";
import { readSessionEvent } from "./session-event-forms.ts";
import type { SessionEvent } from "./session-event.ts";

const OPEN_KINDS: ReadonlySet<string> = new Set([
  "session.started",
  "session.ended",
  "budget.allotted",
  "budget.returned",
]);

/** Walks a session that keeps digests only: its forms and the order of its steps. Its turns cannot be judged (DESIGN 21). */
export function auditSealed(rows: readonly AuditedRow[]): SessionAudit {
  let step = 0;
  for (const { seq, event: row } of rows) {
    const { kind } = row;
    if (typeof kind === "string" && kind.startsWith("journal.")) continue;
    const reading = readSessionEvent(row);
    const what = reading.ok ? problemOf(reading.event, step) : reading.problem;
    if (!reading.ok || what !== undefined) return { turns: 0, isSealed: true, first: { seq, step, what: what ?? "" } };
    if (reading.event.kind === "row.sealed") step = reading.event.step ?? step;
  }
  return { turns: 0, isSealed: true };
}

function problemOf(event: SessionEvent, step: number): string | undefined {
  const { kind } = event;
  if (kind === "row.sealed") {
    if (OPEN_KINDS.has(event.of)) return `${kind}: a row of ${event.of} is never sealed`;
    const due = event.of === "step.started" ? step + 1 : step;
    return event.step === undefined || event.step === due
      ? undefined
      : `${kind}: it is of step ${event.step}, and step ${due} was due`;
  }
  if (!OPEN_KINDS.has(kind)) return `${kind}: it has content, and the session keeps digests only`;
  if (kind !== "session.ended") return undefined;
  if (event.output !== undefined || event.reason !== undefined) return `${kind}: it has content`;
  return event.steps === step ? undefined : `${kind}: it counts ${event.steps} steps, and step ${step} is the newest`;
}
