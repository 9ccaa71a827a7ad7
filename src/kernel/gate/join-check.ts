import type { Sha256 } from "../digest/digest.ts";
import { sortedByCodePoint } from "../digest/order.ts";
import { normalizeEvidence } from "../evidence/normalize.ts";
import type { NormalizedEvidence } from "../evidence/normalized.ts";
import type { JoinCheckInput } from "../evidence/wire.ts";
import { FULL_CLASSES, REFERENCE_CLASSES } from "./classes.ts";
import { type CheckRow, runRules } from "./run.ts";
import { FAIL_CLOSED } from "./table.ts";

/** A judged turn: verdict, every class that tripped, the normalised evidence, and how each rule ended. */
export interface JoinReport {
  readonly profile: "reference";
  readonly accepted: boolean;
  /** Sorted by code point, without repeats. */
  readonly failureClasses: readonly string[];
  readonly normalized: NormalizedEvidence;
  readonly checks: readonly CheckRow[];
}

/** A report, or the reason why the evidence cannot be judged at all (contract 1.2: unusable input is no verdict). */
export type JoinJudgement =
  | { readonly ok: true; readonly report: JoinReport }
  | { readonly ok: false; readonly reason: string };

/** Judges one turn in the `reference` profile: the contract's 18 rules, all of them, computed from the evidence (K07, K13). */
export function judgeJoin(input: JoinCheckInput, sha256: Sha256): JoinJudgement {
  // Fail closed: evidence for the full profile must not pass because nobody looked at it.
  if ((input.evidence.tusk ?? null) !== null) {
    return {
      ok: false,
      reason:
        "evidence.tusk asks for the full profile, which this version cannot judge; leave it out for the reference profile",
    };
  }
  const normalization = normalizeEvidence(input.evidence, sha256);
  if (!normalization.ok) return normalization;
  const normalized = normalization.evidence;
  const checks = [...runRules(FAIL_CLOSED, REFERENCE_CLASSES, { input, evidence: normalized }), ...NOT_IN_REFERENCE];
  const failureClasses = sortedByCodePoint(checks.flatMap((row) => (row.outcome === "tripped" ? [row.class] : [])));
  return {
    ok: true,
    report: { profile: "reference", accepted: failureClasses.length === 0, failureClasses, normalized, checks },
  };
}

const NOT_IN_REFERENCE: readonly CheckRow[] = FULL_CLASSES.map((failClass) => {
  return { class: failClass, outcome: "skipped", why: "evidence.tusk is absent" } as const;
});
