import { auditSession, type SessionEvent } from "#kernel";
import { sha256, utf8 } from "#platform";
import type { AgentEvent, JournalRow } from "#ports";
import { foldSession } from "#runtime";
import { checkLegalHistory } from "../../src/testing/index.ts";

/** A tool took effect: which call it was, and what it was asked to do. */
export interface Effect {
  readonly toolCallId: string;
  readonly label: string;
}

/** What is wrong with a session that was hit and taken up until it completed; nothing, if it is as it has to be (R11). */
export function sessionProblems(rows: readonly JournalRow[], effects: readonly Effect[]): readonly string[] {
  const { first } = auditSession(rows, { sha256, utf8 });
  if (first !== undefined) return [`row ${first.seq}, step ${first.step}: ${first.what}`];
  const { history, ended } = foldSession(rows);
  return [
    ...(ended?.phase === "Completed" ? [] : ["it is not completed"]),
    ...checkLegalHistory(history.messages).map(({ at, why }) => `message ${at}: ${why}`),
    ...repeated(effects.map(({ toolCallId }) => toolCallId)).map((id) => `${id} was run twice`),
    ...repeated(effects.map(({ label }) => label)).map((label) => `${label} was done twice`),
    ...effects.flatMap(({ toolCallId, label }) => effectProblems(rows, toolCallId).map((what) => `${label}: ${what}`)),
    ...unfounded(rows, effects),
  ];
}

/** What happened is told to the model as it is: done, failed, or interrupted; never as something that was not run. */
function effectProblems(rows: readonly JournalRow[], toolCallId: string): readonly string[] {
  const events = rows.map(eventOf);
  const result = events.find((event) => event.kind === "tool.settled" && event.result.toolCallId === toolCallId);
  if (!events.some((event) => isRequestOf(event, toolCallId)))
    return [`${toolCallId} ran, and no row had asked for it`];
  if (result?.kind !== "tool.settled") return [`${toolCallId} ran, and has no result`];
  const { outcome, shown } = result.result;
  if (outcome === "ok" || outcome === "failed") return [];
  return outcome === "interrupted" && shown.includes('"code":"Interrupted"')
    ? []
    : [`${toolCallId} was interrupted, and is told as ${outcome}: ${shown}`];
}

/** A result that says ok without an effect; what a sub-agent did is its own. */
function unfounded(rows: readonly JournalRow[], effects: readonly Effect[]): readonly string[] {
  const ran = new Set(effects.map(({ toolCallId }) => toolCallId));
  return rows.map(eventOf).flatMap((event) => {
    if (event.kind !== "tool.settled" || event.result.outcome !== "ok") return [];
    const { toolCallId, shown } = event.result;
    return ran.has(toolCallId) || shown === "helped" ? [] : [`${toolCallId} is told as ok and took no effect`];
  });
}

/** Whether the rows say what an observer was told. What is fleeting, or says what follows from other rows, has none. */
export function isInRows(told: AgentEvent, rows: readonly JournalRow[]): boolean {
  return rows.some((row) => says(eventOf(row), told));
}

function says(row: SessionEvent, told: AgentEvent): boolean {
  switch (told.kind) {
    case "StepStarted":
      return row.kind === "step.started" && row.step === told.step;
    case "ModelResponded":
      return row.kind === "model.replied" && row.step === told.step && row.toolCallIds.length === told.calls;
    case "ToolDispatched":
      return isRequestOf(row, told.toolCallId);
    case "ToolCompleted":
      return (
        row.kind === "tool.settled" && row.result.toolCallId === told.toolCallId && row.result.shown === told.shown
      );
    case "ApprovalAnswered":
      return told.decision === "expired" || (row.kind === "approval.answered" && row.step === told.step);
    case "PolicyDecided":
      return row.kind === "policy.decided" && row.step === told.step && row.error === told.error;
    case "StepClosed":
      return row.kind === "join.closed" && row.step === told.step;
    case "StepRefused":
      return row.kind === "turn.refused" && row.step === told.step && row.ends;
    case "StepFailed":
      return row.kind === "step.failed" && row.step === told.step && row.reason === told.reason;
    case "Completed":
      return row.kind === "session.ended" && row.phase === "Completed";
    case "ApprovalAsked":
    case "BudgetSpent":
    case "GuardDecided":
    case "TextDelta":
    case "ThinkingDelta":
    case "ToolCallDelta":
    case "ToolOutput":
      return true;
    default:
      return told satisfies never;
  }
}

function isRequestOf(row: SessionEvent, toolCallId: string): boolean {
  return row.kind === "tools.requested" && row.requests.some((request) => request.toolCallId === toolCallId);
}

/** Rows that an audit has read, or a run has written. */
function eventOf({ event }: JournalRow): SessionEvent {
  return event as unknown as SessionEvent;
}

function repeated(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}
