import {
  decidePermission,
  defaultRuleSet,
  type DefaultRuleSet,
  type PermissionDecision,
  type ReadShell,
  type RuleSet,
} from "#kernel";
import { sha256 } from "#platform";
import { openShellReader } from "#tools";

/** What reads commands in these tests. */
export const readShell: ReadShell = await openShellReader();

function made(name: DefaultRuleSet): RuleSet {
  const reading = defaultRuleSet(name, { sha256, readShell });
  if (!reading.ok) throw new Error(reading.problems.join("\n"));
  return reading.ruleSet;
}

/** The rule sets that come with the program. */
export const RULE_SETS: Readonly<Record<DefaultRuleSet, RuleSet>> = {
  "read-only": made("read-only"),
  "workspace-write": made("workspace-write"),
};

/** What a default rule set says of a command. */
export function decide(name: DefaultRuleSet, command: string, root?: string): PermissionDecision {
  const call = { tool: "bash", args: { command }, shell: readShell(command) };
  return decidePermission(RULE_SETS[name], root === undefined ? call : { ...call, root });
}

/** The default rule sets under which a command would run without a question. */
export function approvedBy(command: string, root?: string): readonly string[] {
  return (["read-only", "workspace-write"] as const).filter((name) => decide(name, command, root).effect === "allow");
}
