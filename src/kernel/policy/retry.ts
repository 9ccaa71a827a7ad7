import { canonicalJson } from "../digest/canonical.ts";
import type { Sha256 } from "../digest/digest.ts";
import { sortedByCodePoint } from "../digest/order.ts";
import { present } from "../evidence/text.ts";
import type { JsonObject } from "../json/value.ts";

/** What a failed verification is about (003 §5, M10). */
export type VerificationClass = "semantic" | "operational" | "transient";

/** What happens when attempts are used up (003 §5). */
export type EscalationAction = "issue_discover" | "mark_blocked" | "stop";

interface EscalationRow {
  /** Whether it changes issue memory, and so needs an `Escalation` permit. */
  readonly mutates: boolean;
  readonly means: string;
}

/** The three ways out of a used-up retry; none of them closes an issue. */
export const ESCALATIONS: Readonly<Record<EscalationAction, EscalationRow>> = {
  issue_discover: { mutates: true, means: "a new issue describes the failure" },
  mark_blocked: { mutates: true, means: "the active issue becomes blocked, with a note" },
  stop: { mutates: false, means: "the run ends, issue memory stays as it is" },
};

/** The action a word names; undefined becomes `escalation_unknown_action` (contract 3.4). */
export function parseEscalationAction(text: string): EscalationAction | undefined {
  return Object.hasOwn(ESCALATIONS, text) ? (text as EscalationAction) : undefined;
}

/** How often and how a failure is tried again. `backoffClass` is a label, nobody sleeps by it here (contract 3.3). */
export type RetryTerms = {
  readonly maxAttempts: number;
  readonly backoffClass: string;
  /** Checked only when it is carried out, as the contract has it: {@link parseEscalationAction}. */
  readonly escalationAction: string;
};

/** The terms for some failure classes. */
export type RetryRule = RetryTerms & {
  readonly ruleId: string;
  readonly failureClasses: readonly string[];
};

/** The terms for every class that has no rule. It goes by `default` unless the file names it. */
export type DefaultRule = RetryTerms & { readonly ruleId?: string };

/** What the default rule is called where the file does not say. */
export const DEFAULT_RULE_ID = "default";

/** The retry policy file (contract 3.3) without its digest. JSON as it stands, hence no interface. */
export type RetryPolicyBody = {
  readonly schema: 1;
  readonly policyKind: "ci.harness.retry.policy.v1";
  readonly policyId: string;
  readonly defaultRule: DefaultRule;
  readonly rules: readonly RetryRule[];
};

/** A retry policy with the digest that escalations are bound to. */
export type RetryPolicy = RetryPolicyBody & { readonly policyDigest: string };

/** `pol1_` and the hash of the policy without its digest, arrays in the order written (contract 3.3). */
export function retryPolicyDigest(sha256: Sha256, body: JsonObject): string {
  return `pol1_${sha256(canonicalJson(body))}`;
}

/** What is done about one failed attempt, and by which rule. Names are the contract's. */
export interface RetryDecision extends RetryTerms {
  readonly attempt: number;
  readonly retry: boolean;
  readonly ruleId: string;
  readonly matchedFailureClass: string;
  readonly failureClasses: readonly string[];
}

/** The class of a failure that gives no class: it never passes for no failure (M10). */
export const MISSING_FAILURE_CLASS = "pipeline_missing_failure_class";

/** The classes of one failure: trimmed, first mention kept, the process's before the witness's; never empty (contract 3.3). */
export function classifyFailure(
  fromProcess: readonly string[],
  fromWitness: readonly string[],
): readonly [string, ...string[]] {
  const [first, ...others] = mentioned([...fromProcess, ...fromWitness]);
  return first === undefined ? [MISSING_FAILURE_CLASS] : [first, ...others];
}

/** The first class that has a rule decides, else the default rule; a retry is left while `attempt < maxAttempts` (M10). */
export function decideRetry(
  policy: RetryPolicyBody,
  { failureClasses, attempt }: { readonly failureClasses: readonly string[]; readonly attempt: number },
): RetryDecision {
  const ordered = mentioned(failureClasses);
  const match = ordered
    .map((failureClass) => ({ failureClass, rule: ruleFor(policy, failureClass) }))
    .find(({ rule }) => rule !== undefined);
  const rule: DefaultRule = match?.rule ?? policy.defaultRule;
  const { maxAttempts, backoffClass, escalationAction, ruleId = DEFAULT_RULE_ID } = rule;
  return {
    attempt,
    // An attempt that is no count from 1 is used up: nothing is retried on a number nobody can trust.
    retry: Number.isSafeInteger(attempt) && attempt >= 1 && attempt < maxAttempts,
    maxAttempts,
    backoffClass,
    escalationAction,
    ruleId,
    matchedFailureClass: match?.failureClass ?? ordered[0] ?? MISSING_FAILURE_CLASS,
    failureClasses: sortedByCodePoint(ordered),
  };
}

function ruleFor(policy: RetryPolicyBody, failureClass: string): RetryRule | undefined {
  return policy.rules.find((rule) => rule.failureClasses.includes(failureClass));
}

function mentioned(classes: readonly string[]): readonly string[] {
  return [...new Set(classes.flatMap((failureClass) => present(failureClass) ?? []))];
}
