import { type CheckDeclaration, DEFAULT_RULE_SETS, type DefaultRuleSet, isJsonObject, type JsonObject } from "#kernel";

const ID = "checks.declared";

/** As many values as one condition may hold. */
const MOST_VALUES = 100;

/**
 * A rule set under which the agent may run the project's own checks, word for word, in the root of its worktree: they run behind the same walls
 * when it stops anyway. What the set itself denies or asks about by a rule stays so, and a rule of this name is the person's own.
 */
export function withCheckRules(
  rules: DefaultRuleSet | JsonObject,
  checks: readonly CheckDeclaration[],
): DefaultRuleSet | JsonObject {
  const commands = [...new Set(checks.map(({ command }) => command))].slice(0, MOST_VALUES);
  // Earned: a default set is plain JSON.
  const set = typeof rules === "string" ? (DEFAULT_RULE_SETS[rules] as unknown as JsonObject) : rules;
  const written = set["rules"];
  if (commands.length === 0 || !Array.isArray(written)) return rules;
  if (written.some((rule) => isJsonObject(rule) && rule["id"] === ID)) return rules;
  const rule = {
    id: ID,
    effect: "allow",
    why: "a check of the project, which is run when the work ends anyway",
    tools: ["bash"],
    when: [
      { field: "command", one_of: commands },
      { field: "workdir", equals: "." },
    ],
    any_command: true,
  };
  return { ...set, rules: [...written, rule] };
}
