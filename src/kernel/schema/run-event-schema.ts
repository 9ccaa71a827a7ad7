import { FAIL_CLASSES } from "../gate/classes.ts";
import type { JsonObject } from "../json/value.ts";
import { TOOL_FAILURES } from "../policy/tool-failure.ts";
import { AGENT_ERRORS } from "../session/agent-error-kind.ts";
import { POLICY_DECISION } from "../session/policy-forms.ts";
import { closed } from "./closed-object.ts";
import { jsonSchemaOf } from "./json-schema.ts";

const TEXT: JsonObject = { type: "string" };
const TEXTS: JsonObject = { type: "array", items: TEXT };
const COUNT: JsonObject = { type: "integer", minimum: 0 };
const TRUTH: JsonObject = { type: "boolean" };
const OBJECT: JsonObject = { type: "object" };
const ERROR_KIND: JsonObject = { enum: Object.keys(AGENT_ERRORS) };

const AMOUNTS = closed({ steps: COUNT }, { tokens: COUNT, costMicros: COUNT });
const USAGE = closed(
  { inputTokens: COUNT, outputTokens: COUNT },
  { cachedInputTokens: COUNT, reasoningTokens: COUNT, costMicros: COUNT },
);
const FAILURE = closed({ code: { enum: Object.keys(TOOL_FAILURES) }, retryable: TRUTH, message: TEXT });
const REASON = closed({ part: TEXT, effect: { enum: ["allow", "ask", "deny"] }, ruleId: TEXT, why: TEXT });
const QUESTION = closed({
  toolCallId: TEXT,
  tool: TEXT,
  args: OBJECT,
  ruleId: TEXT,
  reasons: { type: "array", items: REASON },
  expiresAt: TEXT,
});
const RUN_ERROR = closed({ category: ERROR_KIND, message: TEXT }, { port: TEXT, code: TEXT });

type Fields = Readonly<Record<string, JsonObject>>;

/** What each kind of line holds beside `schema` and `kind`: what it has to, and what it may. */
const KINDS: Readonly<Record<string, readonly [required: Fields, optional?: Fields]>> = {
  RunStarted: [
    {
      sessionId: TEXT,
      resumed: TRUTH,
      model: TEXT,
      workspace: TEXT,
      journal: TEXT,
      profile: TEXT,
      network: TEXT,
      rules: TEXT,
      budget: AMOUNTS,
      tools: TEXTS,
      instructions: TEXTS,
    },
    { cassette: TEXT },
  ],
  Notice: [{ about: { enum: ["note", "retry", "mcp", "mended", "denied"] }, text: TEXT }],
  RunEnded: [
    {
      sessionId: TEXT,
      phase: { enum: ["Completed", "Failed", "Interrupted"] },
      steps: COUNT,
      usage: closed({ inputTokens: COUNT, outputTokens: COUNT }, { costMicros: COUNT }),
      budgetLeft: AMOUNTS,
      changed: TEXTS,
      journal: TEXT,
    },
    { output: TEXT, error: RUN_ERROR, reason: TEXT, cassette: TEXT },
  ],
  RunRefused: [{ exit: { enum: [1, 2] }, message: TEXT }, { hint: TEXT }],
  StepStarted: [{ step: COUNT, callId: TEXT }],
  ModelResponded: [{ step: COUNT, stopReason: TEXT, text: TEXT, calls: COUNT, usage: USAGE }],
  ToolDispatched: [{ step: COUNT, toolCallId: TEXT, tool: TEXT, args: OBJECT }],
  ToolCompleted: [
    {
      step: COUNT,
      toolCallId: TEXT,
      tool: TEXT,
      outcome: { enum: ["ok", "failed", "denied", "timeout", "interrupted"] },
      shown: TEXT,
    },
    { failure: FAILURE },
  ],
  StepFailed: [{ step: COUNT, error: { enum: [...Object.keys(AGENT_ERRORS), "cancelled"] }, reason: TEXT }],
  Completed: [{ steps: COUNT, output: {} }],
  StepClosed: [{ step: COUNT }, { evidenceDigest: TEXT }],
  StepRefused: [{ step: COUNT, classes: { type: "array", items: { enum: [...FAIL_CLASSES] } } }],
  TextDelta: [{ step: COUNT, text: TEXT }],
  ThinkingDelta: [{ step: COUNT, text: TEXT }],
  ToolCallDelta: [{ step: COUNT, providerCallId: TEXT, argumentsText: TEXT }],
  ToolOutput: [{ step: COUNT, toolCallId: TEXT, stream: { enum: ["stdout", "stderr"] }, line: TEXT }],
  GuardDecided: [{ step: COUNT, stage: TEXT, guardrailId: TEXT, decision: { enum: ["pass", "trigger", "error"] } }],
  ApprovalAsked: [{ step: COUNT, question: QUESTION }],
  ApprovalAnswered: [{ step: COUNT, toolCallId: TEXT, decision: { enum: ["approved", "refused", "expired"] } }],
  BudgetSpent: [{ step: COUNT, left: AMOUNTS }],
  PolicyDecided: [{ step: COUNT, error: ERROR_KIND, decision: jsonSchemaOf(POLICY_DECISION.node) }],
};

/** What one line of `run --json` is; the first is `RunStarted` or a `Notice`, the last `RunEnded`; where nothing could begin there is `RunRefused` in its place. */
export const RUN_EVENT: JsonObject = {
  oneOf: Object.entries(KINDS).map(([kind, [required, optional = {}]]) =>
    closed({ schema: { const: "tusk.run.v1" }, kind: { const: kind }, ...required }, optional),
  ),
};
