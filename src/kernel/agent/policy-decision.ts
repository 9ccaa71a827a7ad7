/** Which reprompt, and how often at most (002 PolicyDecision). */
export type RepromptStrategy = { readonly kind: "OnceWithToolCatalog" } | { readonly kind: "N"; readonly n: number };

/** What a policy may answer to a model or tool error (002, R05). */
export type PolicyDecision =
  | { readonly kind: "Fail" }
  | { readonly kind: "Retry"; readonly consumeBudget: boolean }
  | { readonly kind: "Reprompt"; readonly strategy: RepromptStrategy; readonly consumeBudget: boolean }
  | { readonly kind: "Interrupt" };

/** The kind of a decision. */
export type PolicyDecisionKind = PolicyDecision["kind"];

interface DecisionRow {
  /** Where the run goes: on with another model call, or into that terminal phase. */
  readonly leadsTo: "Thinking" | "Failed" | "Interrupted";
  /** What it costs unless the decision says otherwise; a terminal decision costs nothing. */
  readonly consumesBudget: "by_default" | "never";
}

/** The four decisions and what each does to the run (002 normative defaults). */
export const POLICY_DECISIONS: Readonly<Record<PolicyDecisionKind, DecisionRow>> = {
  Fail: { leadsTo: "Failed", consumesBudget: "never" },
  Retry: { leadsTo: "Thinking", consumesBudget: "by_default" },
  Reprompt: { leadsTo: "Thinking", consumesBudget: "by_default" },
  Interrupt: { leadsTo: "Interrupted", consumesBudget: "never" },
};

/** The opt-out of the step budget. Risky: only the cap on such decisions in a row then bounds them, so it has to be written out. */
export interface BudgetOptOut {
  readonly consumeBudget: false;
}

/** Ends the run in `Failed`. */
export const fail: PolicyDecision = { kind: "Fail" };

/** Ends the run in `Interrupted`. */
export const interrupt: PolicyDecision = { kind: "Interrupt" };

/** Asks the model again, unchanged; consumes budget unless opted out. */
export function retry(optOut?: BudgetOptOut): PolicyDecision {
  return { kind: "Retry", consumeBudget: optOut === undefined };
}

/** Tells the model what was wrong and asks again; consumes budget unless opted out. */
export function reprompt(strategy: RepromptStrategy, optOut?: BudgetOptOut): PolicyDecision {
  return { kind: "Reprompt", strategy, consumeBudget: optOut === undefined };
}

/** How many reprompts a strategy allows for one error, or undefined when it is not bounded (`n > 0`, whole). */
export function repromptLimit(strategy: RepromptStrategy): number | undefined {
  if (strategy.kind === "OnceWithToolCatalog") return 1;
  return Number.isSafeInteger(strategy.n) && strategy.n > 0 ? strategy.n : undefined;
}

/** The decision a policy's answer is; undefined (a promise, a misspelt kind, `n` of 0) becomes `PolicyRuntimeViolation`. */
export function parsePolicyDecision(answer: unknown): PolicyDecision | undefined {
  const { kind, consumeBudget = true, strategy } = fieldsOf(answer);
  if (kind === "Fail" || kind === "Interrupt") return { kind };
  if (typeof consumeBudget !== "boolean") return undefined;
  if (kind === "Retry") return { kind, consumeBudget };
  const parsed = kind === "Reprompt" ? parseStrategy(strategy) : undefined;
  return parsed === undefined ? undefined : { kind: "Reprompt", strategy: parsed, consumeBudget };
}

function parseStrategy(value: unknown): RepromptStrategy | undefined {
  const { kind, n } = fieldsOf(value);
  if (kind === "OnceWithToolCatalog") return { kind };
  const strategy = kind === "N" && typeof n === "number" ? ({ kind, n } as const) : undefined;
  return strategy === undefined || repromptLimit(strategy) === undefined ? undefined : strategy;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
