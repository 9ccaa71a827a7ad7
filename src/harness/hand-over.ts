import {
  type BudgetAmounts,
  fileRef,
  handoffOfSession,
  type HandoffFinding,
  judgeHandoff,
  readSessionEvent,
  type SessionEvent,
  sessionProgress,
  sessionRef,
  SessionState,
  type WalkedJournal,
} from "#kernel";
import type { Worked, WorkOrder } from "#ports";
import type { DescentParts } from "./descent.ts";

/** A packet that was made and kept. */
export interface HandedOver {
  readonly ok: true;
  readonly digest: string;
  /** Whether another session is to go on: this one is used up, or wants somebody else to. */
  readonly goesOn: boolean;
  /** What the next session may spend; undefined where nothing bounds it but its own. */
  readonly budget: BudgetAmounts | undefined;
}

/** A packet that may not be handed over, by the gate's classes. */
export interface NotHandedOver {
  readonly ok: false;
  readonly problem: string;
  readonly findings: readonly HandoffFinding[];
}

/** Makes the packet of a session that ended before its work did; undefined where there is nothing to hand over (R22, R23). */
export async function handOver(
  parts: DescentParts,
  order: WorkOrder,
  worked: Worked,
): Promise<HandedOver | NotHandedOver | undefined> {
  const { sessionId, outcome } = worked;
  if (sessionId === undefined || outcome === "failed") return undefined;
  const journal = await parts.readSession(sessionId);
  const { events, left } = readEvents(journal);
  const progress = sessionProgress(events);
  const goesOn = outcome === "exhausted" || (outcome === "done" && progress.isHandedOff);
  if (!goesOn && outcome !== "interrupted") return undefined;
  const handoffs = await parts.handoffs(order.worktree);
  const { changed } = await parts.repository.snapshot(order.worktree);
  const newest = journal.rows.at(-1);
  const refs = [...(newest === undefined ? [] : [sessionRef(sessionId, newest.seq)]), ...changed.map(fileRef)];
  const existing = await handoffs.existing(refs);
  const previous = order.handoffIn;
  const handoff = handoffOfSession(progress, {
    issueId: order.issueId,
    from: { role: parts.role, workerId: order.workerId, sessionId },
    target: { role: parts.role },
    intent: `${order.issueId}: ${order.title}`,
    constraints: previous?.handoff.constraints ?? [],
    contextScope: previous?.handoff.contextScope ?? { read: [], write: [] },
    sessionNo: (previous?.handoff.sessionNo ?? 0) + 1,
    returnPath: `issue://${order.issueId}`,
    budgetLeft: left,
    previous: previous?.digest,
    artifacts: existing,
    changed,
  });
  const findings = judgeHandoff(handoff, { contract: parts.contract, existing });
  if (findings.length > 0) return { ok: false, problem: findings.map(({ note }) => note).join("; "), findings };
  return { ok: true, digest: handoffs.put(handoff), goesOn: goesOn && hasMeans(left), budget: nextBudget(parts, left) };
}

/** What is left but steps: those are each session's own. */
function hasMeans(left: BudgetAmounts | undefined): boolean {
  return left?.tokens !== 0 && left?.costMicros !== 0;
}

function nextBudget({ sessionSteps }: DescentParts, left: BudgetAmounts | undefined): BudgetAmounts | undefined {
  if (sessionSteps === undefined) return undefined;
  const { tokens, costMicros } = left ?? {};
  return {
    steps: sessionSteps,
    ...(tokens === undefined ? {} : { tokens }),
    ...(costMicros === undefined ? {} : { costMicros }),
  };
}

/** The rows of a session and what they leave of its budget. Rows that say nothing to us are passed over: a packet says what is known. */
function readEvents({ rows }: WalkedJournal): {
  readonly events: readonly SessionEvent[];
  readonly left: BudgetAmounts | undefined;
} {
  const state = new SessionState();
  const events: SessionEvent[] = [];
  for (const { event } of rows) {
    if (event.kind === "row.sealed") break;
    const reading = readSessionEvent(event);
    if (!reading.ok) continue;
    state.apply(reading.event);
    events.push(reading.event);
  }
  return { events, left: state.budget?.left };
}
