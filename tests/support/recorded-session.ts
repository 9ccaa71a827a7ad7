import {
  admitRequests,
  bindTurn,
  bindValues,
  type BoundValues,
  catalogRow,
  closeJoin,
  CLOSED_SPEC,
  digestJson,
  disposeResults,
  guardRequests,
  type GuardDecisions,
  type Json,
  type JsonObject,
  readReply,
  type RepliedBlock,
  type SessionEvent,
  sessionRequestDigest,
  SessionState,
  settleResults,
  type ToolRequestDraft,
  type ToolResultDraft,
  type TurnClosing,
  type Verdict,
} from "#kernel";
import { sha256 } from "#platform";

/* The rows of a session as a run writes them, made by the doors themselves: two runs, seven steps, every kind of row. */

const SCHEMA: Json = { type: "object", properties: { a: { type: "number" }, b: { type: "number" } } };
const CATALOG = [catalogRow({ name: "add", schema: SCHEMA, effects: ["other"] }, sha256)];
const SPEC = {
  ...CLOSED_SPEC,
  catalog: CATALOG,
  toolPolicy: { allow: ["add"] },
  transportPolicy: { parallelToolCalls: true, order: "any" },
  stopPolicy: { maxTurns: 1000, checkpoints: [] },
  governance: { ...CLOSED_SPEC.governance, package: { name: "library", version: "1.0.0", integrity: "sha512-x" } },
} as const;
const VALUES: readonly Json[] = [SCHEMA, []];

function admitted<T>(verdict: Verdict<T>): T {
  if (!verdict.admitted) throw new Error(JSON.stringify(verdict.refusal.violations));
  return verdict.next;
}

interface Call {
  readonly args: JsonObject;
  readonly sum?: number;
}

/** Writes the rows of a session one after another. */
class Recorder {
  readonly rows: SessionEvent[] = [];
  readonly sessionId: string;
  readonly #policies: BoundValues = admitted(bindValues(SPEC, sha256, VALUES));
  readonly #specDigest: string = digestJson(sha256, { ...SPEC } as unknown as Json);
  step = 0;
  constructor(sessionId: string) {
    this.sessionId = sessionId;
  }

  bind(): void {
    this.rows.push({
      kind: "policies.bound",
      specDigest: this.#specDigest,
      spec: SPEC,
      values: VALUES,
      terms: {
        modelRef: "scripted/1",
        system: "Add.",
        actionMode: "json",
        executionPattern: "chain",
        budget: { steps: 20, tokens: 100_000 },
        requestTokens: 100_000,
        outputTokens: 4096,
        repetitions: 5,
        policy: { onMalformedAction: { kind: "RepromptN", n: 2 }, consumeBudget: true, unbudgetedInARow: 0 },
        onThrow: "answer",
      },
    });
  }

  #spec() {
    const turn = { sessionId: this.sessionId, index: this.step - 1 };
    const draft = { turn, modelRef: "scripted/1", actionMode: "json", executionPattern: "chain" } as const;
    return admitted(bindTurn(this.#policies, draft));
  }

  /** What the rows so far have come to. */
  #folded(): SessionState {
    const state = new SessionState();
    for (const row of this.rows) state.apply(row);
    return state;
  }

  /** The step begins and the model replies. */
  reply(blocks: readonly RepliedBlock[], stopReason: string) {
    this.step += 1;
    const { step } = this;
    const { head, since, notes, bound } = this.#folded();
    if (bound === undefined) throw new Error("nothing is bound");
    const { specDigest, terms } = bound;
    const digest = sessionRequestDigest({ head, since, specDigest, terms, leftOut: 0, notes }, sha256);
    const callId = this.#spec().wire.callId ?? "";
    this.rows.push({
      kind: "step.started",
      step,
      callId,
      specDigest: this.#specDigest,
      request: { digest, leftOut: 0, ...(notes.length === 0 ? {} : { notes }) },
    });
    const usage = { inputTokens: 10, outputTokens: 5 };
    const reading = readReply({ blocks, stopReason, usage }, sha256);
    if (!reading.ok) throw new Error(reading.problems[0].what);
    const { replyDigest, calls } = reading.reply;
    const toolCallIds = calls.map((_, at) => `tc-${step}-${at + 1}`);
    this.rows.push({ kind: "model.replied", step, blocks, stopReason, usage, replyDigest, toolCallIds });
    return { toolCallIds, calls };
  }

  /** A step that asks for sums; they end in the reverse order, and the turn closes. */
  act(calls: readonly Call[]): void {
    const { requests, decisions, ids } = this.request(calls);
    const results = ids.map((toolCallId, at) => resultOf(toolCallId, calls[at] ?? { args: {} }, at));
    for (const result of results.toReversed()) this.rows.push({ kind: "tool.settled", step: this.step, result });
    this.#close(requests, decisions, results, "tool_use");
  }

  request(calls: readonly Call[]) {
    const blocks = calls.map(({ args }, at): RepliedBlock => {
      return { kind: "tool_call", providerCallId: `p${at}`, tool: "add", argumentsText: JSON.stringify(args) };
    });
    const { toolCallIds: ids, calls: asked } = this.reply(
      [{ kind: "text", text: "Let me see." }, ...blocks],
      "tool_use",
    );
    const requests = asked.map(({ index, block, providerCallId }, at): ToolRequestDraft => {
      const toolCallId = ids[at] ?? "";
      const args = calls[at]?.args ?? {};
      return { toolCallId, toolName: "add", providerCallId, actionId: toolCallId, index, block, args, repairs: [] };
    });
    const permissions = Object.fromEntries(ids.map((id) => [id, { decision: "allow", ruleId: "no-rules" } as const]));
    const decisions: GuardDecisions = { permissions, guards: [] };
    this.rows.push({ kind: "tools.requested", step: this.step, requests, decisions });
    return { requests, decisions, ids };
  }

  /** A step whose reply is the last word. */
  say(text: string): void {
    this.reply([{ kind: "text", text }], "end_turn");
    this.#close([], { permissions: {}, guards: [] }, [], "end_turn");
  }

  #close(
    requests: readonly ToolRequestDraft[],
    decisions: GuardDecisions,
    results: readonly ToolResultDraft[],
    stopReason: string,
  ): void {
    const { step } = this;
    const closing: TurnClosing = {
      stopReason,
      continuationAllowed: stopReason === "tool_use",
      reminderQueues: [{ queueId: "reminders", reduced: [] }],
      stateViews: [{ viewId: "run", view: { step, left: { ...this.#folded().budget?.left } } }],
      sessionRefs: [`session://${this.sessionId}`],
      trajectoryRefs: [`session://${this.sessionId}/steps/${step}`],
      guards: [],
      values: [],
    };
    const asked = admitted(admitRequests(this.#spec(), { requests, values: [] }, sha256));
    const settled = admitted(settleResults(admitted(guardRequests(asked, decisions)), results));
    const { evidenceDigest } = admitted(closeJoin(admitted(disposeResults(settled, {})), closing));
    this.rows.push({ kind: "join.closed", step, use: {}, closing, evidenceDigest });
  }
}

function resultOf(toolCallId: string, { sum }: Call, order: number): ToolResultDraft {
  const place = { toolCallId, provenance: { kind: "api", ref: "tools/add" }, seq: order + 1, order } as const;
  if (sum !== undefined)
    return { ...place, outcome: "ok", payload: sum, shown: String(sum), injectionPoint: "tool_response" };
  const error = { errorCode: "InvalidInput", retryable: false, errorMessage: "no numbers" };
  const payload = { code: "InvalidInput", message: "no numbers", retryable: false };
  return {
    ...place,
    outcome: "failed",
    payload,
    shown: JSON.stringify(payload),
    injectionPoint: "tool_response",
    error,
  };
}

/** Two runs of one session: calls side by side, a failure, a refused turn, an end, and a crash that a second run takes up. */
export function recordedSession(sessionId: string): readonly SessionEvent[] {
  const session = new Recorder(sessionId);
  const { rows } = session;
  rows.push({ kind: "session.started", sessionId, correlationId: "c-1" });
  session.bind();
  rows.push({ kind: "input.given", text: "How much is 1 + 2?" });
  session.act([{ args: { a: 1, b: 2 }, sum: 3 }]);
  session.act([{ args: { a: 3, b: 4 }, sum: 7 }, { args: { a: 0.5, b: 1 }, sum: 1.5 }, { args: {} }]);
  refusedStep(session);
  rows.push({ kind: "note.added", step: session.step, source: "reminder", text: "Be brief." });
  session.say("It is 3.");
  rows.push({ kind: "session.ended", phase: "Completed", steps: session.step, output: "It is 3." });
  rows.push({ kind: "session.resumed", interrupted: [] });
  session.bind();
  rows.push({ kind: "input.given", text: "And 5 + 6?" });
  const { ids } = session.request([{ args: { a: 5, b: 6 }, sum: 11 }]);
  crash(session, ids);
  session.say("I do not know.");
  rows.push({ kind: "session.ended", phase: "Completed", steps: session.step, output: "I do not know." });
  return rows;
}

/** The model calls what is not there, and is told so. */
function refusedStep(session: Recorder): void {
  const call: RepliedBlock = { kind: "tool_call", providerCallId: "p9", tool: "subtract", argumentsText: "{}" };
  const { toolCallIds } = session.reply([call], "tool_use");
  const { step, rows } = session;
  const reason = "there is no tool subtract";
  const decision = { kind: "Reprompt", strategy: { kind: "N", n: 2 }, consumeBudget: true } as const;
  rows.push({ kind: "policy.decided", step, error: "InvalidModelAction", reason, decision });
  const answers = toolCallIds.map((toolCallId) => ({ toolCallId, tool: "subtract", text: reason }));
  rows.push({ kind: "turn.refused", step, violations: [], answers, ends: false });
  rows.push({ kind: "note.added", step, source: "reprompt", text: reason });
  rows.push({ kind: "step.failed", step, error: "InvalidModelAction", reason });
}

/** What a later run writes of a step that a crash left open. */
function crash({ rows, step }: Recorder, ids: readonly string[]): void {
  for (const toolCallId of ids) {
    const errorMessage = "the run ended before this call did; whether it took effect is unknown";
    const result: ToolResultDraft = {
      toolCallId,
      outcome: "interrupted",
      provenance: { kind: "route", ref: "replay" },
      seq: 1,
      shown: "",
      injectionPoint: "tool_response",
      error: { errorCode: "Interrupted", retryable: false, errorMessage },
    };
    rows.push({ kind: "tool.settled", step, result });
  }
  rows.push({ kind: "step.failed", step, error: "cancelled", reason: "the run ended before the step did" });
  rows.push({ kind: "session.resumed", interrupted: ids });
}
