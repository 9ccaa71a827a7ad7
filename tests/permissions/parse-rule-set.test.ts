import { describe, expect, test } from "vitest";
import { DEFAULT_RULE_SETS, type Json, type JsonObject, parseRuleSet } from "#kernel";
import { sha256 } from "#platform";
import { readShell } from "./rule-sets.ts";

const RULE: JsonObject = {
  id: "look",
  effect: "allow",
  why: "looks",
  tools: ["bash"],
  commands: [{ words: ["ls"] }],
  match: ["ls -la"],
  not_match: ["ls $(rm x)"],
};

function fileWith(rule: JsonObject, more: JsonObject = {}): JsonObject {
  return { schema: 1, kind: "tusk.permissions.v1", id: "mine", rules: [{ ...RULE, ...rule }], ...more };
}

function problems(file: Json): readonly string[] {
  const reading = parseRuleSet(file, { sha256, readShell });
  return reading.ok ? [] : reading.problems;
}

test("a rule set that holds has a digest of all of it, and denies what no rule knows (T08)", () => {
  const reading = parseRuleSet(fileWith({}), { sha256, readShell });
  const changed = parseRuleSet(fileWith({ why: "looks twice" }), { sha256, readShell });
  if (!reading.ok || !changed.ok) throw new Error("a rule set was refused");
  expect(reading.ruleSet).toEqual({
    id: "mine",
    otherwise: "deny",
    rules: fileWith({})["rules"],
    digest: reading.ruleSet.digest,
  });
  expect(changed.ruleSet.digest).not.toBe(reading.ruleSet.digest);
});

describe("a rule set is refused whole", () => {
  test.each<[string, Json, readonly string[]]>([
    [
      "an example that is not matched",
      fileWith({ match: ["cat x"] }),
      ['rule look does not match its example "cat x"'],
    ],
    [
      "an example that is matched",
      fileWith({ not_match: ["ls"] }),
      ['rule look matches "ls", which it says it does not'],
    ],
    ["an id twice", fileWith({}, { rules: [RULE, RULE] }), ["rule look: the id is taken"]],
    ["a name of our own", fileWith({ id: "otherwise" }), ["rule otherwise: the id is taken"]],
    [
      "a program by its path",
      fileWith({ commands: [{ words: ["/bin/ls"] }] }),
      ["rule look: a program is a bare name, not a path"],
    ],
    [
      "some options for an allowing rule",
      fileWith({ commands: [{ words: ["ls"], options: { some: ["-l"] } }] }),
      ["rule look: options.some is for rules that ask or deny"],
    ],
    [
      "operands for a denying rule",
      fileWith({ effect: "deny", commands: [{ words: ["ls"], operands: "text" }] }),
      ["rule look: a rule that asks or denies looks at words and options only"],
    ],
    [
      "a shell without commands that does not say so",
      fileWith({}, { rules: [{ id: "look", effect: "allow", why: "looks", tools: ["bash"] }] }),
      ["rule look: it would allow every command: name the commands, or say any_command"],
    ],
    [
      "commands and any command",
      fileWith({ any_command: true }),
      ["rule look: any_command is for a shell without commands"],
    ],
    [
      "an option that is written in no known way",
      fileWith({ commands: [{ words: ["ls"], options: { only: ["-n:number"] } }] }),
      ["rule look: options.only is written as -n, -n:, --stat=, -L> or --arg>>"],
    ],
    [
      "more examples than are worth reading",
      fileWith({ match: Array.from({ length: 60 }, () => `ls ${"x".repeat(3900)}`) }),
      ["the examples have more than 200000 characters together"],
    ],
    ["commands for another tool", fileWith({ tools: ["read"] }), ["rule look: commands are for bash"]],
  ])("for %s (T08)", (_, file, expected) => {
    expect(problems(file)).toEqual(expected);
  });

  test.each<[string, Json]>([
    ["no object", []],
    ["an unknown key", fileWith({}, { extra: 1 })],
    ["an unknown key of a rule", fileWith({ extra: 1 })],
    ["an unknown key of a command", fileWith({ commands: [{ words: ["ls"], extra: 1 }] })],
    ["an unknown predicate", fileWith({ when: [{ field: "path", like: "x" }] })],
    ["two predicates in one", fileWith({ when: [{ field: "path", equals: 1, max_length: 1 }] })],
    ["another effect", fileWith({ effect: "maybe" })],
    ["allow for everything else", fileWith({}, { otherwise: "allow" })],
    ["another kind", fileWith({}, { kind: "tusk.permissions.v2" })],
    ["no tools", fileWith({ tools: [] })],
    ["every tool by a wildcard", fileWith({ tools: ["*"] })],
  ])("for %s (T08)", (_, file) => {
    expect(problems(file).length).toBeGreaterThan(0);
  });
});

test("a rule may allow every command when it says that it means it (T08)", () => {
  const { commands: _, not_match: __, ...rule } = RULE;
  expect(problems({ ...fileWith({}), rules: [{ ...rule, any_command: true }] })).toEqual([]);
});

test("every rule for commands of the default sets has examples of both kinds (T08)", () => {
  const rules = Object.values(DEFAULT_RULE_SETS).flatMap(({ rules: all }) =>
    all.filter(({ commands }) => commands !== undefined),
  );
  expect(rules.filter(({ match = [], not_match: not = [] }) => match.length === 0 || not.length === 0)).toEqual([]);
});
