import type { Sha256 } from "../digest/digest.ts";
import { MUTATION_INPUT, type MutationInput } from "../evidence/mutation-input.ts";
import { normalizeEvidence } from "../evidence/normalize.ts";
import type { Intent } from "../evidence/tusk-evidence.ts";
import type { JoinCheckInput } from "../evidence/wire.ts";
import type { Json } from "../json/value.ts";
import { findMisfit } from "../schema/misfit.ts";
import { mayCarry, MUTATIONS, parseMutationAction } from "../permit/mutation.ts";
import { FAIL_CLASSES, type FailClass } from "./classes.ts";
import type { TurnFacts } from "./facts.ts";
import { checkClass, fullVerdict, type JoinReport, judgeFull, type JudgeOptions } from "./join-check.ts";
import type { MutationFacts } from "./mutation-facts.ts";
import type { CheckRow } from "./run.ts";
import { FAIL_CLOSED } from "./table.ts";

/** The classes that have a rule at stage M, in report order. */
export const MUTATION_CLASSES: readonly FailClass[] = FAIL_CLASSES.filter((failClass) => {
  return FAIL_CLOSED[failClass].full.some((rule) => rule.stage === "mutation");
});

/** Judges one mutation on the facts of a turn that closed: every rule of stage M (K08). It mints nothing. */
export function judgeMutation(facts: TurnFacts, mutation: MutationInput, evidenceDigest: string): readonly CheckRow[] {
  const at = { ...facts, mutation, evidenceDigest, requiredClaims: requiredClaims(facts.tusk.intent) };
  return MUTATION_CLASSES.map((failClass) => checkClass(failClass, { mutation: at }, false));
}

/** What became of one mutation at the gate. */
export interface MutationReport {
  readonly accepted: boolean;
  readonly failureClasses: readonly string[];
  readonly checks: readonly CheckRow[];
}

/** A judged turn and a judged mutation, or the reason why either cannot be judged. */
export type MutationJudgement =
  | { readonly ok: true; readonly report: JoinReport; readonly mutation: MutationReport }
  | { readonly ok: false; readonly reason: string };

/** Judges a stored turn and a mutation on it. It mints nothing: a permit comes from a live join only. */
export function judgeJoinAndMutation(
  input: JoinCheckInput,
  given: Json,
  sha256: Sha256,
  options: JudgeOptions = {},
): MutationJudgement {
  const misfit = findMisfit(given, MUTATION_INPUT.node, "mutation");
  if (misfit !== undefined) return { ok: false, reason: `${misfit.path} ${misfit.problem}` };
  const normalization = normalizeEvidence(input.evidence, sha256);
  if (!normalization.ok) return normalization;
  const tusk = input.evidence.tusk ?? null;
  if (tusk === null)
    return { ok: false, reason: "a mutation is judged in the full profile, and evidence.tusk is absent" };
  const judged = judgeFull({ input, tusk, normalization }, sha256, options);
  if (!judged.ok) return judged;
  // Earned: the form names every field of a MutationInput and refuses all others.
  const checks = judgeMutation(judged.facts, given as unknown as MutationInput, judged.report.evidenceDigest);
  const verdict = fullVerdict(checks);
  const mutation = { ...verdict, accepted: judged.report.accepted && verdict.accepted, checks };
  return { ok: true, report: judged.report, mutation };
}

/** What an intent requires. Nobody can claim an action that does not exist or that an agent may not do; no intent trips its own class. */
function requiredClaims(intent: Intent | undefined): MutationFacts["requiredClaims"] {
  if (intent === undefined) return [];
  const action = parseMutationAction(intent.action);
  return action === undefined || !mayCarry("mutation_ready", action)
    ? [[`an action that an agent may do, not ${intent.action}`]]
    : MUTATIONS[action].claims;
}
