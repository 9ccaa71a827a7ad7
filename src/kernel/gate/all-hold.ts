import { FAIL_CLASSES } from "./classes.ts";
import type { AnyRule, EvidenceAt, Finding, Stage } from "./rule.ts";
import { FAIL_CLOSED } from "./table.ts";

interface StageRule {
  readonly idle: ((evidence: unknown) => string | undefined) | undefined;
  readonly check: (evidence: unknown) => readonly Finding[];
}

const RULES: ReadonlyMap<Stage, readonly StageRule[]> = rulesByStage();

/**
 * Whether every rule of a stage holds that is due: the same rules that a report lists, without the report. A rule that throws
 * has not held. What does not hold is for `checkClass` to explain.
 */
export function allHold<S extends Stage>(stage: S, evidence: EvidenceAt[S]): boolean {
  try {
    return (RULES.get(stage) ?? []).every(
      ({ idle, check }) => idle?.(evidence) !== undefined || check(evidence).length === 0,
    );
  } catch {
    // Whatever it was, it is judged again where it is told.
    return false;
  }
}

function rulesByStage(): ReadonlyMap<Stage, readonly StageRule[]> {
  const rules = FAIL_CLASSES.flatMap((failClass): readonly AnyRule[] => FAIL_CLOSED[failClass].full);
  // A rule picked from a list has lost its stage; it is filed under it.
  const picked = rules.map(
    (rule) => [rule.stage, { idle: rule.idle, check: rule.check } as unknown as StageRule] as const,
  );
  const byStage = new Map<Stage, StageRule[]>();
  for (const [stage, rule] of picked) byStage.set(stage, [...(byStage.get(stage) ?? []), Object.freeze(rule)]);
  return byStage;
}
