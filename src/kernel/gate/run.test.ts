import { describe, expect, test } from "vitest";
import { CLOSED_TURN, judge } from "../../../conformance/closed-turn.ts";
import type { EvidenceAt, Finding, Rule } from "./rule.ts";
import { runRules } from "./run.ts";

const input = { evidence: CLOSED_TURN };
const join: EvidenceAt["join"] = { input, evidence: judge(input).normalized };

function rule(check: Rule<"join">["check"], skip?: Rule<"join">["skip"]): Rule<"join"> {
  const row = { stage: "join", clause: "K07", means: "a test", check } as const;
  return skip === undefined ? row : { ...row, skip };
}

function finding(subject: string, path = "evidence"): Finding {
  return { subject, path, note: `about ${subject}` };
}

describe("runRules", () => {
  test("runs every rule in the order of the classes, none left out because another tripped", () => {
    const ran: string[] = [];
    const table = {
      "tool.use_missing": rule(() => (ran.push("use"), [])),
      "tool.schema_invalid": rule(() => (ran.push("schema"), [finding("a")])),
      "tool.result_missing": rule(() => (ran.push("result"), [finding("b")])),
    };
    const rows = runRules(table, ["tool.schema_invalid", "tool.result_missing", "tool.use_missing"], join);
    expect(ran).toEqual(["schema", "result", "use"]);
    expect(rows).toEqual([
      { class: "tool.schema_invalid", outcome: "tripped", findings: [finding("a")] },
      { class: "tool.result_missing", outcome: "tripped", findings: [finding("b")] },
      { class: "tool.use_missing", outcome: "held" },
    ]);
  });

  test("gives a rule the evidence of its stage", () => {
    const seen: unknown[] = [];
    runRules({ "tool.use_missing": rule((evidence) => (seen.push(evidence), [])) }, ["tool.use_missing"], join);
    expect(seen).toEqual([join]);
  });

  test("orders findings by subject, by code point, and leaves equal subjects in their order", () => {
    const given = [finding("\u{1F600}"), finding("b", "2"), finding("\uFFFD"), finding("b", "1"), finding("B")];
    const [row] = runRules({ "tool.use_missing": rule(() => given) }, ["tool.use_missing"], join);
    expect(row).toEqual({
      class: "tool.use_missing",
      outcome: "tripped",
      findings: [finding("B"), finding("b", "2"), finding("b", "1"), finding("\uFFFD"), finding("\u{1F600}")],
    });
  });

  test("records a rule that is not due as skipped, with the reason, and does not run it", () => {
    const neverDue = rule(
      () => [finding("a")],
      () => "nothing was claimed",
    );
    expect(runRules({ "tool.use_missing": neverDue }, ["tool.use_missing"], join)).toEqual([
      { class: "tool.use_missing", outcome: "skipped", why: "nothing was claimed" },
    ]);
  });

  test("runs a rule whose reason to skip does not hold", () => {
    const due = rule(
      () => [],
      () => undefined,
    );
    expect(runRules({ "tool.use_missing": due }, ["tool.use_missing"], join)).toEqual([
      { class: "tool.use_missing", outcome: "held" },
    ]);
  });

  test.each<[string, Rule<"join">]>([
    ["check", rule(broken)],
    ["question whether it is due", rule(() => [], broken)],
  ])("a rule that throws in its %s has not held, and the rules behind it still run (K07)", (_where, thrower) => {
    const table = { "tool.schema_invalid": thrower, "tool.use_missing": rule(() => []) };
    expect(runRules(table, ["tool.schema_invalid", "tool.use_missing"], join)).toEqual([
      {
        class: "tool.schema_invalid",
        outcome: "tripped",
        findings: [
          {
            subject: "tool.schema_invalid",
            path: "evidence",
            note: "the rule could not be evaluated: rows is not iterable",
          },
        ],
      },
      { class: "tool.use_missing", outcome: "held" },
    ]);
  });
});

function broken(): never {
  throw new TypeError("rows is not iterable");
}
