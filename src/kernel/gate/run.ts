import { byCodePoint } from "../digest/order.ts";
import { NotNormal } from "../evidence/rows.ts";
import type { FailClass } from "./classes.ts";
import type { Answer, AnyRule, EvidenceAt, Finding, Stage } from "./rule.ts";

/** How one class ended. What was not judged says why; tripped ones list every finding. */
export type CheckRow =
  | { readonly class: FailClass; readonly outcome: "held" }
  /** The `reference` profile only: its evidence cannot tell. */
  | { readonly class: FailClass; readonly outcome: "skipped"; readonly why: string }
  /** The `full` profile only: nothing in this turn asks for it. */
  | { readonly class: FailClass; readonly outcome: "not_due"; readonly why: string }
  /** A zero-retention mode withheld what would prove it. Never the same as held. */
  | { readonly class: FailClass; readonly outcome: "withheld"; readonly findings: readonly Finding[] }
  | {
      readonly class: FailClass;
      readonly outcome: "tripped";
      readonly findings: readonly Finding[];
      /** The `full` profile only: `stop` as soon as one rule that tripped says so. */
      readonly answer?: Answer;
    };

/** The evidence a run has; rules of a stage that is not here are not run. */
export type StageEvidence = { readonly [S in Stage]?: EvidenceAt[S] };

/** What a class's rules came to: the findings of all that were due, or why none was. */
export interface RuleRun {
  readonly findings: readonly Finding[];
  readonly answer: Answer;
  readonly idle: string | undefined;
}

/** Runs rules one after another, none left out because another tripped. A rule that throws has not held. */
export function runRules(rules: readonly AnyRule[], evidence: StageEvidence): RuleRun {
  const findings: Finding[] = [];
  let answer: Answer = "continue";
  let due = false;
  let idle: string | undefined;
  for (const rule of rules) {
    const run = runRule(rule, evidence);
    if (run === undefined) continue;
    if (typeof run === "string") {
      // The last one is the class's own; those before it are the reference's.
      idle = run;
      continue;
    }
    due = true;
    if (run.length > 0 && rule.answer === "stop") answer = "stop";
    // One by one: a spread of a hundred thousand arguments has no room on the stack.
    for (const finding of run) findings.push(finding);
  }
  return { findings: findings.sort((a, b) => byCodePoint(a.subject, b.subject)), answer, idle: due ? undefined : idle };
}

/** The findings of one rule, why it is not due, or undefined when the run has no evidence for its stage. */
function runRule(rule: AnyRule, evidence: StageEvidence): readonly Finding[] | string | undefined {
  const at = evidence[rule.stage];
  if (at === undefined) return undefined;
  // A rule picked from a list has lost its stage; the stage's own evidence is what was looked up for it.
  const { idle, check } = rule as unknown as {
    readonly idle?: (evidence: unknown) => string | undefined;
    readonly check: (evidence: unknown) => readonly Finding[];
  };
  try {
    return idle?.(at) ?? check(at);
  } catch (error) {
    // A folder that lies about its values makes the input unusable; that is no verdict of a rule.
    if (error instanceof NotNormal) throw error;
    const note = `the rule could not be evaluated: ${error instanceof Error ? error.message : "it threw"}`;
    return [{ subject: rule.stage, path: "evidence", note }];
  }
}
