import type { RuleSetReading } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { operand } from "../given.ts";
import { readRuleFile } from "../read-rule-file.ts";

/** Whether a rule file holds; what it is, or what is wrong with it. */
export interface PermissionsLintData {
  readonly valid: boolean;
  readonly ruleSet?: {
    readonly id: string;
    readonly digest: string;
    readonly rules: number;
    readonly examples: number;
  };
  readonly problems: readonly string[];
}

/** Checks a rule file. One that does not hold is an answer with exit code 1. */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<PermissionsLintData>> {
  const reading = await readRuleFile(operand(args, 0), ports);
  return reading.ok ? outcomeOf(reading.data) : reading;
}

function outcomeOf(reading: RuleSetReading): Outcome<PermissionsLintData> {
  if (!reading.ok) return { ok: true, data: { valid: false, problems: reading.problems }, exit: 1 };
  const { id, digest, rules } = reading.ruleSet;
  const examples = rules.reduce((sum, { match = [], not_match: not = [] }) => sum + match.length + not.length, 0);
  return { ok: true, data: { valid: true, ruleSet: { id, digest, rules: rules.length, examples }, problems: [] } };
}
