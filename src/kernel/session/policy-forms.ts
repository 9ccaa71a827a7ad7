import type { BudgetAmounts } from "../agent/budget.ts";
import type { MalformedActionPolicy, CheckedDraft } from "../agent/policy-config.ts";
import type { PolicyDecision, RepromptStrategy } from "../agent/policy-decision.ts";
import type { Json } from "../json/value.ts";
import { findMisfit } from "../schema/misfit.ts";
import { joined, fieldOf, without } from "../schema/record-parts.ts";
import {
  constant,
  count,
  digest,
  list,
  optional,
  record,
  type Schema,
  text,
  truth,
  variants,
  words,
  wordsOf,
} from "../schema/schema.ts";
import { ACTION_MODES, ADAPTER_PROFILES } from "../spec/action-mode.ts";
import { EXECUTION_PATTERNS } from "../spec/execution-pattern.ts";
import { ATTESTATION, CATALOG, SPEC_INPUT } from "../spec/spec-schema.ts";
import type { SpecValues } from "../spec/spec-values.ts";
import type { InstructionRef } from "./instruction.ts";
import type { RunTerms } from "./session-event.ts";

/** The form of {@link SpecValues}: what turns are bound to is there itself, never named by its digest. */
export const SPEC_VALUES: Schema<SpecValues> = joined(
  without(SPEC_INPUT, "catalog", "sandbox"),
  record<Pick<SpecValues, "catalog" | "sandbox">>({
    catalog: CATALOG,
    sandbox: joined(
      without(fieldOf(SPEC_INPUT, "sandbox"), "attestation"),
      record<Pick<SpecValues["sandbox"], "attestation">>({ attestation: ATTESTATION }),
    ),
  }),
);

type Strategy<K extends RepromptStrategy["kind"]> = Extract<RepromptStrategy, { kind: K }>;
type Decision<K extends PolicyDecision["kind"]> = Extract<PolicyDecision, { kind: K }>;
type Malformed<K extends MalformedActionPolicy["kind"]> = Extract<MalformedActionPolicy, { kind: K }>;

const STRATEGY = variants<RepromptStrategy>({
  OnceWithToolCatalog: record<Strategy<"OnceWithToolCatalog">>({ kind: constant("OnceWithToolCatalog") }),
  N: record<Strategy<"N">>({ kind: constant("N"), n: count }),
});

/** The form of {@link PolicyDecision}. */
export const POLICY_DECISION: Schema<PolicyDecision> = variants<PolicyDecision>({
  Fail: record<Decision<"Fail">>({ kind: constant("Fail") }),
  Retry: record<Decision<"Retry">>({ kind: constant("Retry"), consumeBudget: truth }),
  Reprompt: record<Decision<"Reprompt">>({ kind: constant("Reprompt"), strategy: STRATEGY, consumeBudget: truth }),
  Interrupt: record<Decision<"Interrupt">>({ kind: constant("Interrupt") }),
});

const MALFORMED = variants<MalformedActionPolicy>({
  FailFast: record<Malformed<"FailFast">>({ kind: constant("FailFast") }),
  RepromptOnceWithToolCatalog: record<Malformed<"RepromptOnceWithToolCatalog">>({
    kind: constant("RepromptOnceWithToolCatalog"),
  }),
  RepromptN: record<Malformed<"RepromptN">>({ kind: constant("RepromptN"), n: count }),
});

/** The form of {@link BudgetAmounts}. */
export const BUDGET_AMOUNTS: Schema<BudgetAmounts> = record<BudgetAmounts>({
  steps: count,
  tokens: optional(count),
  costMicros: optional(count),
});

/** The form of {@link RunTerms}. */
export const RUN_TERMS: Schema<RunTerms> = record<RunTerms>({
  modelRef: text,
  system: text,
  instructions: optional(list(record<InstructionRef>({ path: text, digest }))),
  actionMode: wordsOf(ACTION_MODES),
  adapterProfile: optional(words(...ADAPTER_PROFILES)),
  executionPattern: wordsOf(EXECUTION_PATTERNS),
  budget: BUDGET_AMOUNTS,
  requestTokens: count,
  outputTokens: count,
  repetitions: count,
  policy: record<CheckedDraft>({
    onMalformedAction: MALFORMED,
    consumeBudget: truth,
    unbudgetedInARow: count,
    retriesInARow: optional(count),
  }),
  onThrow: words("raise", "answer"),
});

/** What keeps terms from being a row; undefined where nothing does. */
export function runTermsProblem(terms: Json): string | undefined {
  const misfit = findMisfit(terms, RUN_TERMS.node, "terms");
  return misfit && `${misfit.path} ${misfit.problem}`;
}
