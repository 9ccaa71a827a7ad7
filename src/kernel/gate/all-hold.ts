import { FAIL_CLASSES } from "./classes.ts";
import type { TurnFacts } from "./facts.ts";
import type { AnyRule, EvidenceAt, Finding, LiveProof, Stage } from "./rule.ts";
import { FAIL_CLOSED } from "./table.ts";

interface StageRule {
  readonly idle: ((evidence: unknown) => string | undefined) | undefined;
  readonly check: (evidence: unknown) => readonly Finding[];
  readonly provenLive: LiveProof | undefined;
}

const RULES: ReadonlyMap<Stage, readonly StageRule[]> = rulesByStage();

/** The rules that a live turn is judged by, after what is known of it. Those of requests and guards were run by their doors. */
const LIVE_RULES = {
  first: liveRules("doors"),
  claimed: liveRules("doors", "policies"),
  unclaimed: liveRules("doors", "policies", "unclaimed"),
} as const;

/**
 * Whether every rule of a stage holds that is due: the same rules that a report lists, without the report. A rule that throws
 * has not held. What does not hold is for `checkClass` to explain.
 */
export function allHold<S extends Stage>(stage: S, evidence: EvidenceAt[S]): boolean {
  return hold(RULES.get(stage) ?? [], evidence);
}

/**
 * Whether every rule of a whole live turn holds that its doors have not proven. `policiesHeld`: a turn under the same policies was seen
 * to hold before, so that what looks at nothing else holds again.
 */
export function allHoldLive(facts: TurnFacts, policiesHeld: boolean): boolean {
  if (!policiesHeld) return hold(LIVE_RULES.first, facts);
  return hold(facts.input.governanceProfile === undefined ? LIVE_RULES.unclaimed : LIVE_RULES.claimed, facts);
}

function hold(rules: readonly StageRule[], evidence: unknown): boolean {
  try {
    for (const { idle, check } of rules) if (idle?.(evidence) === undefined && check(evidence).length > 0) return false;
    return true;
  } catch {
    // Whatever it was, it is judged again where it is told.
    return false;
  }
}

function liveRules(...proven: readonly LiveProof[]): readonly StageRule[] {
  const rules = [...(RULES.get("wire") ?? []), ...(RULES.get("join") ?? [])];
  return rules.filter(({ provenLive }) => provenLive === undefined || !proven.includes(provenLive));
}

function rulesByStage(): ReadonlyMap<Stage, readonly StageRule[]> {
  const rules = FAIL_CLASSES.flatMap((failClass): readonly AnyRule[] => FAIL_CLOSED[failClass].full);
  // A rule picked from a list has lost its stage; it is filed under it.
  const picked = rules.map(
    (rule) =>
      [
        rule.stage,
        { idle: rule.idle, check: rule.check, provenLive: rule.provenLive } as unknown as StageRule,
      ] as const,
  );
  const byStage = new Map<Stage, StageRule[]>();
  for (const [stage, rule] of picked) byStage.set(stage, [...(byStage.get(stage) ?? []), Object.freeze(rule)]);
  return byStage;
}
