import type { AgentErrorKind } from "#kernel";
import type { SeatedEnd } from "#ports";

/** What a failure of a model is called in a retry policy (contract 3.3). What is not here is nothing that a second try would change. */
const MODEL_CLASSES: Readonly<Record<string, string>> = {
  transport: "network_timeout",
  stream_cut: "network_timeout",
  rate_limited: "executor_unavailable",
  provider_failed: "executor_unavailable",
  bad_reply: "flaky_execution",
};

/** What the categories of a run's errors are called there; a model's own code says more. */
const CATEGORY_CLASSES: Readonly<Record<AgentErrorKind, string>> = {
  ModelTransport: "agent_model_failed",
  InvalidModelAction: "agent_invalid_action",
  ToolDispatch: "agent_tool_failed",
  BudgetExceeded: "agent_budget_exceeded",
  PolicyConfigInvalid: "agent_policy_invalid",
  PolicyRuntimeViolation: "agent_policy_violation",
  InternalInvariant: "agent_internal_failure",
};

/** The failure class of a run that failed: one that a retry policy may know, else the category's own name. */
export function agentFailureClass({ category, port, code }: NonNullable<SeatedEnd["error"]>): string {
  const known = port === "model" && code !== undefined && Object.hasOwn(MODEL_CLASSES, code);
  return (known ? MODEL_CLASSES[code] : undefined) ?? CATEGORY_CLASSES[category];
}
