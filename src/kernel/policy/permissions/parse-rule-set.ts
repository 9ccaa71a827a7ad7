import { canonicalJson } from "../../digest/canonical.ts";
import { digestIn, type Sha256 } from "../../digest/digest.ts";
import { isJsonObject, type Json } from "../../json/value.ts";
import { compileSchema } from "../../schema/json-schema-check.ts";
import { BUILT_IN_RULES, decidePermission, type PermissionCall } from "./decide.ts";
import { RULE_SET_SCHEMA } from "./rule-set-schema.ts";
import { isOptionSpec } from "./option-spec.ts";
import type { CommandPattern, PermissionEffect, Rule, RuleExample, RuleSet, RuleSetSource } from "./rule-set.ts";
import type { ReadShell } from "./shell-script.ts";

/** A rule set that holds, or everything that is wrong with it, one sentence each. */
export type RuleSetReading =
  | { readonly ok: true; readonly ruleSet: RuleSet }
  | { readonly ok: false; readonly problems: readonly [string, ...string[]] };

/** What a rule set is read with. */
export interface RuleSetTools {
  readonly sha256: Sha256;
  readonly readShell: ReadShell;
}

/** Tools whose `command` is a shell script. */
export const SHELL_TOOLS: readonly string[] = ["bash"];

/** The most examples that are read: each is parsed and judged. */
const MOST_EXAMPLES = 2000;
const MOST_CHARACTERS = 200_000;

const check = compileSchema(RULE_SET_SCHEMA);

/** Believes a rule set only when it is closed, its ids are distinct, and each of its examples is as it says (T08). */
export function parseRuleSet(file: Json, { sha256, readShell }: RuleSetTools): RuleSetReading {
  const misfits = check(file).map(({ path, problem }) => `${path === "" ? "the rule set" : path} ${problem}`);
  if (misfits.length > 0 || !isJsonObject(file)) return refused(misfits);
  // The schema has looked at every field.
  const source = file as unknown as RuleSetSource;
  const { id, otherwise = "deny", rules } = source;
  const ruleSet: RuleSet = { id, otherwise, rules, digest: digestIn(sha256, "tusk.permissions.v1", file) };
  const problems = [...idProblems(rules), ...rules.flatMap(formProblems)];
  if (problems.length > 0) return refused(problems);
  const failing = exampleProblems(ruleSet, readShell);
  return failing.length > 0 ? refused(failing) : { ok: true, ruleSet };
}

function refused([first = "the rule set must be an object", ...others]: readonly string[]): RuleSetReading {
  return { ok: false, problems: [first, ...others] };
}

function idProblems(rules: readonly Rule[]): readonly string[] {
  const seen = new Set(Object.keys(BUILT_IN_RULES));
  return rules.flatMap(({ id }) => {
    if (seen.has(id)) return [`rule ${id}: the id is taken`];
    seen.add(id);
    return [];
  });
}

/** What the schema cannot say. */
function formProblems({ id, effect, tools, commands = [], any_command: any }: Rule): readonly string[] {
  const problems = commands.flatMap((pattern) => patternProblems(pattern, effect));
  const runsShell = tools.some((tool) => SHELL_TOOLS.includes(tool));
  if (commands.length > 0 && !tools.every((tool) => SHELL_TOOLS.includes(tool)))
    problems.push(`commands are for ${SHELL_TOOLS.join(", ")}`);
  if (effect === "allow" && runsShell && commands.length === 0 && any !== true)
    problems.push("it would allow every command: name the commands, or say any_command");
  if (any === true && (commands.length > 0 || !runsShell)) problems.push("any_command is for a shell without commands");
  return problems.map((problem) => `rule ${id}: ${problem}`);
}

function patternProblems(
  { words, options, operands, max_operands: most, at, instead, harmless, options_first: first }: CommandPattern,
  effect: PermissionEffect,
): readonly string[] {
  const names = words.flatMap((word) => word);
  const found: string[] = [];
  if (names.some((name) => name !== "[" && /[\s*?[\]$`'"\\]/.test(name)))
    found.push("a word of a command is written without quotes and wildcards");
  if ([words[0] ?? []].flat().some((name) => name.includes("/"))) found.push("a program is a bare name, not a path");
  if (options !== undefined && "only" in options && !options.only.every(isOptionSpec))
    found.push("options.only is written as -n, -n:, --stat=, -L> or --arg>>");
  if (effect === "allow" && options !== undefined && "some" in options)
    found.push("options.some is for rules that ask or deny");
  if (effect !== "allow" && (operands ?? most ?? at ?? instead ?? harmless ?? first) !== undefined)
    found.push("a rule that asks or denies looks at words and options only");
  return found;
}

function exampleProblems(ruleSet: RuleSet, readShell: ReadShell): readonly string[] {
  const count = ruleSet.rules.reduce((sum, { match = [], not_match: not = [] }) => sum + match.length + not.length, 0);
  if (count > MOST_EXAMPLES) return [`there are more than ${MOST_EXAMPLES} examples`];
  if (examplesLength(ruleSet.rules) > MOST_CHARACTERS)
    return [`the examples have more than ${MOST_CHARACTERS} characters together`];
  return ruleSet.rules.flatMap((rule) => {
    const read = (example: RuleExample): PermissionCall => callOf(rule, example, readShell);
    const misses = (rule.match ?? []).filter((example) => !isMatch(rule, ruleSet, read(example)));
    const strays = (rule.not_match ?? []).filter((example) => speaksOfAll(rule, ruleSet, read(example)));
    return [
      ...misses.map((example) => `rule ${rule.id} does not match its example ${shown(example)}`),
      ...strays.map((example) => `rule ${rule.id} matches ${shown(example)}, which it says it does not`),
    ];
  });
}

function examplesLength(rules: readonly Rule[]): number {
  const examples = rules.flatMap(({ match = [], not_match: not = [] }) => [...match, ...not]);
  return examples.reduce(
    (sum, example) => sum + canonicalJson(typeof example === "string" ? example : { ...example }).length,
    0,
  );
}

/** The rule speaks of a part of the call, and its effect is what the whole set decides. */
function isMatch(rule: Rule, ruleSet: RuleSet, call: PermissionCall): boolean {
  return (
    decidePermission(ruleSet, call).effect === rule.effect && alone(rule, ruleSet, call).some((id) => id === rule.id)
  );
}

/** The rule alone would decide: an allowing one on every part, another on any. */
function speaksOfAll(rule: Rule, ruleSet: RuleSet, call: PermissionCall): boolean {
  return alone(rule, ruleSet, call)[rule.effect === "allow" ? "every" : "some"]((id) => id === rule.id);
}

function alone(rule: Rule, ruleSet: RuleSet, call: PermissionCall): readonly string[] {
  return decidePermission({ ...ruleSet, otherwise: "deny", rules: [rule] }, call).reasons.map(({ ruleId }) => ruleId);
}

function callOf(rule: Rule, example: RuleExample, readShell: ReadShell): PermissionCall {
  const { tool, args } =
    typeof example === "string" ? { tool: rule.tools[0] ?? "", args: { command: example } } : example;
  const command = args["command"];
  const isShell = SHELL_TOOLS.includes(tool) && typeof command === "string";
  return { tool, args, ...(isShell ? { shell: readShell(command) } : {}) };
}

function shown(example: RuleExample): string {
  const text = typeof example === "string" ? JSON.stringify(example) : JSON.stringify(example.tool);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
