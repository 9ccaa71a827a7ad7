import { describe, expect, test } from "vitest";
import { CLOSED_TURN, judge } from "../../../conformance/closed-turn.ts";
import { NotNormal } from "../evidence/rows.ts";
import type { Answer, AnyRule, EvidenceAt, Finding, Rule } from "./rule.ts";
import { runRules } from "./run.ts";

const input = { evidence: CLOSED_TURN };
const wire: EvidenceAt["wire"] = { input, evidence: judge(input).normalized };

function rule(check: Rule<"wire">["check"], more: Partial<Rule<"wire">> = {}): Rule<"wire"> {
  return { stage: "wire", answer: "stop", when: "a test says so", check, ...more };
}

function finding(subject: string, path = "evidence"): Finding {
  return { subject, path, note: `about ${subject}` };
}

describe("runRules (K07)", () => {
  test("runs every rule in the order of the list, none left out because another tripped", () => {
    const ran: string[] = [];
    const rules = [
      rule(() => (ran.push("first"), [finding("a")])),
      rule(() => (ran.push("second"), [])),
      rule(() => (ran.push("third"), [finding("b")])),
    ];
    expect(runRules(rules, { wire })).toEqual({
      findings: [finding("a"), finding("b")],
      answer: "stop",
      idle: undefined,
    });
    expect(ran).toEqual(["first", "second", "third"]);
  });

  test("gives a rule the evidence of its stage, whether it asks when it is due or looks", () => {
    const seen: unknown[] = [];
    const curious = rule((evidence) => (seen.push(evidence), []), {
      idle: (evidence) => {
        seen.push(evidence);
        return undefined;
      },
    });
    expect(runRules([curious], { wire })).toEqual({ findings: [], answer: "continue", idle: undefined });
    expect(seen).toEqual([wire, wire]);
    expect(seen[0]).toBe(wire);
  });

  test("does not run a rule of a stage that the run has no evidence for, and runs the others", () => {
    const later: AnyRule = { stage: "join", answer: "stop", when: "never", check: () => [finding("later")] };
    expect(runRules([later, rule(() => [finding("now")])], { wire })).toEqual({
      findings: [finding("now")],
      answer: "stop",
      idle: undefined,
    });
    expect(runRules([later], { wire })).toEqual({ findings: [], answer: "continue", idle: undefined });
  });

  test("orders findings by subject, by code point, and leaves equal subjects in their order", () => {
    const given = [finding("\u{1F600}"), finding("b", "2"), finding("\uFFFD"), finding("b", "1"), finding("B")];
    const rules = [rule(() => given.slice(0, 3)), rule(() => given.slice(3))];
    expect(runRules(rules, { wire }).findings).toEqual([
      finding("B"),
      finding("b", "2"),
      finding("b", "1"),
      finding("\uFFFD"),
      finding("\u{1F600}"),
    ]);
  });

  test.each<[Answer, readonly [Answer, boolean][]]>([
    ["continue", [["continue", true]]],
    ["stop", [["stop", true]]],
    [
      "stop",
      [
        ["continue", true],
        ["stop", true],
      ],
    ],
    [
      "stop",
      [
        ["stop", true],
        ["continue", true],
      ],
    ],
    [
      "continue",
      [
        ["continue", true],
        ["stop", false],
      ],
    ],
    ["continue", [["stop", false]]],
  ])("answers %s when rules with these answers tripped or held: %j", (answer, rules) => {
    const given = rules.map(([own, trips]) => rule(() => (trips ? [finding("a")] : []), { answer: own }));
    expect(runRules(given, { wire }).answer).toBe(answer);
  });

  test("says of rules that are all not due the last reason, which is the class's own, and runs none of them", () => {
    const ran: string[] = [];
    const never = (why: string): Rule<"wire"> => rule(() => (ran.push(why), [finding("a")]), { idle: () => why });
    expect(runRules([never("nothing was claimed"), never("nothing was kept")], { wire })).toEqual({
      findings: [],
      answer: "continue",
      idle: "nothing was kept",
    });
    expect(ran).toEqual([]);
  });

  test.each<[string, readonly Finding[]]>([
    ["held", []],
    ["tripped", [finding("a")]],
  ])("is not idle when one rule was due and %s, whichever came first", (_how, findings) => {
    const idle = rule(() => [finding("never")], { idle: () => "nothing was claimed" });
    const due = rule(() => findings, { idle: () => undefined });
    const answer = findings.length === 0 ? "continue" : "stop";
    expect(runRules([idle, due], { wire })).toEqual({ findings, answer, idle: undefined });
    expect(runRules([due, idle], { wire })).toEqual({ findings, answer, idle: undefined });
  });

  test("a folder of values that lies is no verdict of a rule: the whole run stops", () => {
    const lying = rule(() => {
      throw new NotNormal("the folder of values holds a value with another digest");
    });
    expect(() => runRules([rule(() => []), lying], { wire })).toThrow(
      new NotNormal("the folder of values holds a value with another digest"),
    );
  });

  test.each<[string, Rule<"wire">, string]>([
    ["check", rule(broken), "rows is not iterable"],
    ["question whether it is due", rule(() => [], { idle: broken }), "rows is not iterable"],
    ["own way, without an error", rule(rude), "it threw"],
  ])("a rule that throws in its %s has not held, and the rules behind it still run", (_where, thrower, message) => {
    const given = [thrower, rule(() => [finding("a")])];
    expect(runRules(given, { wire })).toEqual({
      findings: [
        finding("a"),
        { subject: "wire", path: "evidence", note: `the rule could not be evaluated: ${message}` },
      ],
      answer: "stop",
      idle: undefined,
    });
  });
});

function broken(): never {
  throw new TypeError("rows is not iterable");
}

function rude(): never {
  // oxlint-disable-next-line typescript/only-throw-error -- a rule may throw anything, and has not held
  throw "nothing in particular";
}
