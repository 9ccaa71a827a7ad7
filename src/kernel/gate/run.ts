import { byCodePoint } from "../digest/order.ts";
import type { FailClass } from "./classes.ts";
import type { EvidenceAt, Finding, Rule, Stage } from "./rule.ts";

/** How one rule ended. Skipped ones say why; tripped ones list every finding. */
export type CheckRow =
  | { readonly class: FailClass; readonly outcome: "held" }
  | { readonly class: FailClass; readonly outcome: "skipped"; readonly why: string }
  | { readonly class: FailClass; readonly outcome: "tripped"; readonly findings: readonly Finding[] };

/** Runs every rule of a stage, in the order given, none left out because another tripped. A rule that throws has not held. */
export function runRules<S extends Stage, C extends FailClass>(
  table: { readonly [K in C]: Rule<S> },
  classes: readonly C[],
  evidence: EvidenceAt[S],
): readonly CheckRow[] {
  return classes.map((failClass) => runRule(failClass, table[failClass], evidence));
}

function runRule<S extends Stage>(failClass: FailClass, rule: Rule<S>, evidence: EvidenceAt[S]): CheckRow {
  try {
    const why = rule.skip?.(evidence);
    if (why !== undefined) return { class: failClass, outcome: "skipped", why };
    const findings = rule.check(evidence);
    if (findings.length === 0) return { class: failClass, outcome: "held" };
    return {
      class: failClass,
      outcome: "tripped",
      findings: findings.toSorted((a, b) => byCodePoint(a.subject, b.subject)),
    };
  } catch (error) {
    const note = `the rule could not be evaluated: ${error instanceof Error ? error.message : "it threw"}`;
    return { class: failClass, outcome: "tripped", findings: [{ subject: failClass, path: "evidence", note }] };
  }
}
