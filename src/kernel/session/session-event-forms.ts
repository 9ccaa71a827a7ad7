import type { ArtifactRef } from "../evidence/tusk-evidence.ts";
import { FAIL_CLASSES } from "../gate/classes.ts";
import type { Violation } from "../gate/verdict.ts";
import { HANDOFF } from "../handoff/handoff.ts";
import type { JsonObject } from "../json/value.ts";
import { APPROVAL } from "../policy/permissions/approval.ts";
import {
  constant,
  count,
  digest,
  type Fields,
  free,
  list,
  optional,
  record,
  type Schema,
  type SchemaNode,
  text,
  truth,
  variants,
  words,
  wordsOf,
} from "../schema/schema.ts";
import { AGENT_ERRORS, type AgentErrorKind } from "./agent-error-kind.ts";
import { rowProblem } from "./row-problem.ts";
import { BUDGET_AMOUNTS, POLICY_DECISION, RUN_TERMS, SPEC_VALUES } from "./policy-forms.ts";
import { REPLIED_BLOCK, REPLIED_USAGE } from "./reply-forms.ts";
import type {
  JoinClosedRow,
  RefusedCall,
  SessionEvent,
  SessionEventKind,
  SessionStarted,
  StepStarted,
} from "./session-event.ts";
import { GUARD_DECISIONS, REQUEST_DRAFT, RESULT_DRAFT, TURN_CLOSING, USE_DRAFT } from "./turn-draft-forms.ts";

/** The row of one kind. */
export type SessionRow<K extends SessionEventKind> = Extract<SessionEvent, { readonly kind: K }>;

/** What a kind of row says, and its form. */
interface SessionRowForm<K extends SessionEventKind> {
  /** One sentence for a person. */
  readonly means: string;
  readonly form: Schema<SessionRow<K>>;
}

const texts = list(text);
const AGENT_ERROR: Schema<AgentErrorKind> = wordsOf(AGENT_ERRORS);
const VIOLATION = record<Violation>({
  class: words(...FAIL_CLASSES),
  answer: words("continue", "stop"),
  subject: text,
  path: text,
  note: text,
  unproven: optional(constant(true)),
});

/** Every kind of row that a session's journal holds beside the journal's own: what it means and what it has to look like (R12, H07). */
export const SESSION_ROWS: { readonly [K in SessionEventKind]: SessionRowForm<K> } = {
  "session.started": row("session.started", "the session begins; the first row of every session", {
    sessionId: text,
    correlationId: text,
    parent: optional(record<NonNullable<SessionStarted["parent"]>>({ sessionId: text, toolCallId: text })),
  }),
  "policies.bound": row(
    "policies.bound",
    "policies that turns are bound to from here on, and the terms of the run (model, system text, budget, digests of the repository's instructions)",
    {
      specDigest: digest,
      spec: SPEC_VALUES,
      values: list(free),
      terms: RUN_TERMS,
    },
  ),
  "handoff.received": row(
    "handoff.received",
    "the packet that the session goes on from, and what of its artifacts exists; the model is told it",
    { packet: HANDOFF, digest, existing: list(record<ArtifactRef>({ ref: text, digest })) },
  ),
  "input.given": row("input.given", "what somebody asked of the agent", { text }),
  "step.started": row("step.started", "a step begins; written before the model is asked", {
    step: count,
    callId: text,
    specDigest: digest,
    request: record<StepStarted["request"]>({ digest, leftOut: count, notes: optional(list(text)) }),
  }),
  "model.replied": row("model.replied", "the model has answered; its calls are recorded before anything runs", {
    step: count,
    blocks: list(REPLIED_BLOCK),
    stopReason: text,
    usage: REPLIED_USAGE,
    responseId: optional(text),
    rawDigest: optional(digest),
    replyDigest: digest,
    toolCallIds: texts,
    textCalls: optional(texts),
  }),
  "policy.decided": row("policy.decided", "something went wrong, and what the policy decided about it", {
    step: count,
    error: AGENT_ERROR,
    reason: text,
    decision: POLICY_DECISION,
  }),
  "approval.answered": row("approval.answered", "a person answered a question of permission", {
    step: count,
    approval: APPROVAL,
  }),
  "checkpoint.answered": row("checkpoint.answered", "a person answered at a checkpoint of the stop policy", {
    step: count,
    checkpoint: count,
    decision: words("approved", "refused"),
    by: text,
  }),
  "budget.allotted": row("budget.allotted", "a part of the budget goes to a sub-agent, before it begins", {
    step: count,
    toolCallId: text,
    share: BUDGET_AMOUNTS,
  }),
  "budget.returned": row("budget.returned", "what a sub-agent did not spend comes back", {
    step: count,
    toolCallId: text,
    left: BUDGET_AMOUNTS,
  }),
  "child.opened": row("child.opened", "a sub-agent has an issue, a session and a packet, before it begins", {
    step: count,
    toolCallId: text,
    issueId: text,
    sessionId: text,
    packet: digest,
  }),
  "child.closed": row("child.closed", "what became of a sub-agent's issue, and its newest turn that closed", {
    step: count,
    toolCallId: text,
    outcome: words("closed", "left_open"),
    join: optional(digest),
    note: text,
  }),
  "tools.requested": row("tools.requested", "calls that may run; durable before any of them does", {
    step: count,
    requests: list(REQUEST_DRAFT),
    decisions: GUARD_DECISIONS,
  }),
  "tool.settled": row("tool.settled", "a call has ended, one way or another; durable before anybody sees it", {
    step: count,
    result: RESULT_DRAFT,
  }),
  "join.closed": row("join.closed", "the turn closed", {
    step: count,
    use: USE_DRAFT,
    closing: TURN_CLOSING,
    evidenceDigest: optional(digest),
    witnesses: optional(
      record<NonNullable<JoinClosedRow["witnesses"]>>({ callSpec: digest, toolUse: digest, joinClosed: digest }),
    ),
  }),
  "turn.refused": row("turn.refused", "the turn did not close; what the model is told of each call that was not run", {
    step: count,
    violations: list(VIOLATION),
    answers: list(record<RefusedCall>({ toolCallId: text, tool: text, text })),
    ends: truth,
    withheld: optional(text),
  }),
  "note.added": row("note.added", "what the model is told with the next request, once", {
    step: count,
    source: words("reprompt", "reminder"),
    text,
  }),
  "step.failed": row("step.failed", "the step ended without closing", {
    step: count,
    error: wordsOf<AgentErrorKind | "cancelled">({ ...AGENT_ERRORS, cancelled: undefined }),
    reason: text,
  }),
  "session.ended": row("session.ended", "the end of a run; a later one takes the session up from here", {
    phase: words("Completed", "Failed", "Interrupted"),
    steps: count,
    reason: optional(text),
    output: optional(free),
  }),
  "session.resumed": row("session.resumed", "a run takes the session up; what a crash left open was settled before", {
    interrupted: texts,
  }),
  "row.sealed": row("row.sealed", "a row whose content the policies let nobody keep: its kind, its step, its digest", {
    of: text,
    step: optional(count),
    digest,
  }),
};

/** The form of any row of a session. */
export const SESSION_EVENT: Schema<SessionEvent> = variants<SessionEvent>(
  // Earned: the table has a form of each kind under its name.
  Object.fromEntries(Object.entries(SESSION_ROWS).map(([kind, { form }]) => [kind, form])) as {
    readonly [K in SessionEventKind]: Schema<SessionRow<K>>;
  },
);

/** What a row of a journal says, or exactly what is wrong with it. */
export type SessionEventReading =
  | { readonly ok: true; readonly event: SessionEvent }
  | { readonly ok: false; readonly problem: string };

/** Reads what a row says. The journal's own rows (`journal.*`) are not a session's, and of no kind here. */
export function readSessionEvent(event: JsonObject): SessionEventReading {
  const problem = rowProblem(event, formOf, "session");
  if (problem !== undefined) return { ok: false, problem };
  // Earned: the form names every member of the row and refuses all others.
  return { ok: true, event: event as unknown as SessionEvent };
}

function formOf(kind: string): SchemaNode | undefined {
  return Object.hasOwn(SESSION_ROWS, kind) ? SESSION_ROWS[kind as SessionEventKind].form.node : undefined;
}

function row<const K extends SessionEventKind>(
  kind: K,
  means: string,
  members: Fields<Omit<SessionRow<K>, "kind">>,
): SessionRowForm<K> {
  // Earned: the members are those of the row of this kind, as the compiler has seen.
  return { means, form: record({ kind: constant(kind), ...members } as unknown as Fields<SessionRow<K>>) };
}
