import { DEFAULT_RULE_SETS, type DefaultRuleSet, defaultRuleSet, type RuleSet } from "#kernel";
import type { HostPorts, Outcome } from "./action.ts";
import { unusable } from "./failed.ts";
import { readRuleFile } from "./read-rule-file.ts";

/** A default rule set by its name, or the one in a file; one sentence where it does not hold. */
export async function ruleSetInForce(name: string, ports: HostPorts): Promise<Outcome<RuleSet>> {
  const { sha256, openShellReader } = ports;
  const reading = isDefault(name)
    ? { ok: true as const, data: defaultRuleSet(name, { sha256, readShell: await openShellReader() }) }
    : await readRuleFile(name, ports);
  if (!reading.ok) return reading;
  if (reading.data.ok) return { ok: true, data: reading.data.ruleSet };
  return unusable(`rules ${name}: ${reading.data.problems[0]}; 'tusk permissions lint' has all problems`);
}

function isDefault(name: string): name is DefaultRuleSet {
  return Object.hasOwn(DEFAULT_RULE_SETS, name);
}
