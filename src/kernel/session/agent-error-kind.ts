/** The categories of what can go wrong in a run (002 `AgentError`). */
export type AgentErrorKind =
  | "ModelTransport"
  | "InvalidModelAction"
  | "ToolDispatch"
  | "BudgetExceeded"
  | "PolicyConfigInvalid"
  | "PolicyRuntimeViolation"
  | "InternalInvariant";

interface AgentErrorRow {
  readonly means: string;
  /** Whom the runtime asks what to do about it; nobody: the run fails. */
  readonly asks: "onModelError" | "onToolError" | "nobody";
}

/** The seven categories, what each means, and who decides (R07). */
export const AGENT_ERRORS: Readonly<Record<AgentErrorKind, AgentErrorRow>> = {
  ModelTransport: { means: "the model could not be reached, or its answer broke off", asks: "onModelError" },
  InvalidModelAction: {
    means: "the model asked for something that cannot be done as it was written",
    asks: "onModelError",
  },
  ToolDispatch: {
    means: "a tool broke, or gave what it had not promised or what a guardrail withholds",
    asks: "onToolError",
  },
  BudgetExceeded: { means: "steps, tokens or cost are used up", asks: "nobody" },
  PolicyConfigInvalid: { means: "the policy could go on for ever, or contradicts itself", asks: "nobody" },
  PolicyRuntimeViolation: { means: "the policy answered what it may not, or threw", asks: "nobody" },
  InternalInvariant: { means: "the journal could not be written, or a bug of the harness", asks: "nobody" },
};
