import { fail, type PolicyDecision, reprompt, repromptLimit } from "./policy-decision.ts";

/** What is done about an action that the model got wrong (002 Malformed Model Action Policy). Each is bounded. */
export type MalformedActionPolicy =
  | { readonly kind: "FailFast" }
  | { readonly kind: "RepromptOnceWithToolCatalog" }
  | { readonly kind: "RepromptN"; readonly n: number };

/** A policy's numbers as someone wrote them down. */
export interface PolicyDraft {
  readonly onMalformedAction: MalformedActionPolicy;
  /** Absent means true. False is the documented risk: decisions then cost no step, and only the cap bounds them. */
  readonly consumeBudget?: boolean;
  /** How many decisions in a row may cost nothing before the policy is in violation. Absent means none. */
  readonly unbudgetedInARow?: number;
  /** How often in a row the same request may be made again before the run fails with what went wrong. Absent: as often as the budget lasts. */
  readonly retriesInARow?: number;
}

/** The highest cap on decisions in a row that cost nothing: past it a run would be unbounded in all but name. */
export const UNBUDGETED_LIMIT = 16;

/** A policy's numbers with everything said that has a default. */
export type CheckedDraft = Required<Omit<PolicyDraft, "retriesInARow">> & Pick<PolicyDraft, "retriesInARow">;

/** A policy that is bounded and does not contradict itself. Only {@link parsePolicyConfig} makes one from outside. */
class PolicyConfig {
  // The private name makes the type nominal: a draft nobody checked does not fit.
  readonly #checked: CheckedDraft;
  constructor(checked: CheckedDraft) {
    this.#checked = checked;
  }
  get onMalformedAction(): MalformedActionPolicy {
    return this.#checked.onMalformedAction;
  }
  get consumeBudget(): boolean {
    return this.#checked.consumeBudget;
  }
  get unbudgetedInARow(): number {
    return this.#checked.unbudgetedInARow;
  }
  get retriesInARow(): number | undefined {
    return this.#checked.retriesInARow;
  }
}
export type { PolicyConfig };

const BUDGETED = { consumeBudget: true, unbudgetedInARow: 0 } as const;

/** The library's default: a wrong action ends the run (R08). */
export const FAIL_FAST: PolicyConfig = new PolicyConfig({ onMalformedAction: { kind: "FailFast" }, ...BUDGETED });

/** The harness's preset: the model sees its mistake and may correct it, twice, each time for a step of the budget (R08); a provider that stays away is asked three times more (R13). */
export const HARNESS_PRESET: PolicyConfig = new PolicyConfig({
  onMalformedAction: { kind: "RepromptN", n: 2 },
  ...BUDGETED,
  retriesInARow: 3,
});

/** A policy that holds, or why it does not; `error` is the category of 002. */
export type PolicyConfigReading =
  | { readonly ok: true; readonly config: PolicyConfig }
  | { readonly ok: false; readonly error: "PolicyConfigInvalid"; readonly reason: string };

/** Refuses a policy that could go on for ever or contradicts itself, before any run starts (R05). */
export function parsePolicyConfig(draft: PolicyDraft): PolicyConfigReading {
  const checked = { ...BUDGETED, ...draft, onMalformedAction: { ...draft.onMalformedAction } };
  const reason = malformedFault(checked) ?? budgetFault(checked);
  if (reason !== undefined) return { ok: false, error: "PolicyConfigInvalid", reason };
  return { ok: true, config: new PolicyConfig(checked) };
}

function malformedFault({ onMalformedAction }: CheckedDraft): string | undefined {
  switch (onMalformedAction.kind) {
    case "FailFast":
    case "RepromptOnceWithToolCatalog":
      return undefined;
    case "RepromptN": {
      const bounded = repromptLimit({ kind: "N", n: onMalformedAction.n }) !== undefined;
      return bounded ? undefined : `RepromptN has n = ${onMalformedAction.n}, expected a whole number from 1`;
    }
    default:
      // The types say that this cannot be; a caller without types can still get here.
      return `onMalformedAction is none of FailFast, RepromptOnceWithToolCatalog, RepromptN`;
  }
}

function budgetFault({
  onMalformedAction,
  consumeBudget,
  unbudgetedInARow,
  retriesInARow,
}: CheckedDraft): string | undefined {
  if (typeof consumeBudget !== "boolean") return "consumeBudget is neither true nor false";
  const cap = Number.isSafeInteger(unbudgetedInARow) && unbudgetedInARow >= 0 && unbudgetedInARow <= UNBUDGETED_LIMIT;
  if (!cap) return `unbudgetedInARow is ${unbudgetedInARow}, expected a whole number from 0 to ${UNBUDGETED_LIMIT}`;
  if (retriesInARow !== undefined && !(Number.isSafeInteger(retriesInARow) && retriesInARow >= 0))
    return `retriesInARow is ${retriesInARow}, expected a whole number from 0`;
  const free = !consumeBudget && onMalformedAction.kind !== "FailFast";
  return free && unbudgetedInARow === 0 ? "reprompts cost nothing, yet none that costs nothing is allowed" : undefined;
}

/** The decision that a policy means for a malformed action; the same for every one, so the runtime counts (002). */
export function decideMalformedAction({ onMalformedAction, consumeBudget }: PolicyConfig): PolicyDecision {
  const optOut = consumeBudget ? undefined : ({ consumeBudget: false } as const);
  switch (onMalformedAction.kind) {
    case "FailFast":
      return fail;
    case "RepromptOnceWithToolCatalog":
      return reprompt({ kind: "OnceWithToolCatalog" }, optOut);
    case "RepromptN":
      return reprompt({ kind: "N", n: onMalformedAction.n }, optOut);
    default:
      return onMalformedAction satisfies never;
  }
}
