import type { AgentEvent, PermissionQuestion } from "#ports";

const usage = { inputTokens: 1, outputTokens: 1 };
const question = (toolCallId: string): PermissionQuestion => ({
  toolCallId,
  tool: "bash",
  args: {},
  ruleId: "r",
  reasons: [],
  expiresAt: "2026-01-01T00:00:00Z",
});

/** Events of one step, as short as tests want them. */
export const ofStep = (step: number) => ({
  started: { kind: "StepStarted", step, callId: `call-${step}` } as AgentEvent,
  delta: { kind: "TextDelta", step, text: "a" } as AgentEvent,
  responded: { kind: "ModelResponded", step, stopReason: "tool_use", text: "", calls: 1, usage } as AgentEvent,
  guard: { kind: "GuardDecided", step, stage: "input", guardrailId: "g", decision: "pass" } as AgentEvent,
  budget: { kind: "BudgetSpent", step, left: { steps: 3 } } as AgentEvent,
  asked: (id: string): AgentEvent => ({ kind: "ApprovalAsked", step, question: question(id) }),
  answered: (id: string): AgentEvent => ({ kind: "ApprovalAnswered", step, toolCallId: id, decision: "approved" }),
  dispatched: (id: string): AgentEvent => ({ kind: "ToolDispatched", step, toolCallId: id, tool: "bash", args: {} }),
  output: (id: string): AgentEvent => ({ kind: "ToolOutput", step, toolCallId: id, stream: "stdout", line: "l" }),
  completed: (id: string): AgentEvent => ({
    kind: "ToolCompleted",
    step,
    toolCallId: id,
    tool: "bash",
    outcome: "ok",
    shown: "",
  }),
  closed: { kind: "StepClosed", step } as AgentEvent,
  refused: { kind: "StepRefused", step, classes: [] } as AgentEvent,
  failed: { kind: "StepFailed", step, error: "ModelTransport", reason: "r" } as AgentEvent,
  cancelled: { kind: "StepFailed", step, error: "cancelled", reason: "r" } as AgentEvent,
});
/** The end of a run. */
export const END: AgentEvent = { kind: "Completed", steps: 2, output: null };
