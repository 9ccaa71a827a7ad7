import { describe, expect, test } from "vitest";
import type { CheckRow } from "./run.ts";
import { admit, InvariantError, isRefusal, refuse, type Verdict, verdictOf, type Violation } from "./verdict.ts";

const finding = { subject: "tc-1", path: "evidence", note: "it is so" };
const violation: Violation = { ...finding, class: "tool.schema_invalid", answer: "continue" };

function refusalOf<T>(verdict: Verdict<T>): Extract<Verdict<T>, { admitted: false }>["refusal"] {
  if (verdict.admitted) throw new Error("it was admitted");
  return verdict.refusal;
}

describe("a verdict", () => {
  test("admits what comes next", () => {
    expect(admit(7)).toEqual({ admitted: true, next: 7 });
  });

  test("refuses with every violation", () => {
    const other: Violation = { ...violation, class: "tool.result_missing" };
    expect(refusalOf(refuse([violation, other])).violations).toEqual([violation, other]);
  });

  test.each<["continue" | "stop", readonly ["continue" | "stop", ...("continue" | "stop")[]]]>([
    ["continue", ["continue"]],
    ["continue", ["continue", "continue"]],
    ["stop", ["stop"]],
    ["stop", ["continue", "stop"]],
    ["stop", ["stop", "continue"]],
  ])("answers %s to violations that say %j (DESIGN 17)", (answer, [first, ...rest]) => {
    const violations = [
      { ...violation, answer: first },
      ...rest.map((own): Violation => ({ ...violation, answer: own })),
    ] as const;
    expect(refusalOf(refuse(violations)).answer).toBe(answer);
  });
});

describe("verdictOf", () => {
  const held: CheckRow = { class: "tool.result_missing", outcome: "held" };
  const idle: CheckRow = { class: "tool.use_missing", outcome: "not_due", why: "nothing ran" };

  test("mints only when nothing tripped", () => {
    expect(verdictOf([held, idle], () => "minted")).toEqual({ admitted: true, next: "minted" });
    const minted: string[] = [];
    verdictOf([{ class: "tool.schema_invalid", outcome: "tripped", findings: [finding] }], () => minted.push("x"));
    expect(minted).toEqual([]);
  });

  test("refuses with every finding of every class that tripped, under the class's answer", () => {
    const rows: readonly CheckRow[] = [
      held,
      { class: "tool.schema_invalid", outcome: "tripped", findings: [finding, finding], answer: "continue" },
      { class: "tool.use_missing", outcome: "tripped", findings: [finding], answer: "stop" },
    ];
    expect(refusalOf(verdictOf(rows, () => 1)).violations).toEqual([
      violation,
      violation,
      { ...finding, class: "tool.use_missing", answer: "stop" },
    ]);
  });

  test.each<CheckRow>([
    { class: "tool.schema_invalid", outcome: "tripped", findings: [finding] },
    { class: "tool.schema_invalid", outcome: "withheld", findings: [finding] },
  ])("stops where nobody says that the loop may go on: $outcome", (row) => {
    expect(refusalOf(verdictOf([row], () => 1)).violations).toEqual([{ ...violation, answer: "stop" }]);
  });
});

describe("a refusal", () => {
  const refusal = refusalOf(refuse([violation]));

  test("is known by what minted it, not by what it looks like", () => {
    expect(isRefusal(refusal)).toBe(true);
    expect(isRefusal({ violations: [violation], answer: "continue" })).toBe(false);
    expect(isRefusal(Object.create(Object.getPrototypeOf(refusal) as object) as object)).toBe(false);
  });

  test("is frozen with everything it says", () => {
    const { violations } = refusalOf(refuse([{ ...violation }]));
    expect([refusalOf(refuse([{ ...violation }])), violations, violations[0]].every(Object.isFrozen)).toBe(true);
  });

  test("cannot be minted by anybody who gets hold of its class", () => {
    const stolen = refusal.constructor as new (violations: readonly Violation[], mint: symbol) => object;
    expect(() => new stolen([violation], Symbol("Refusal"))).toThrow(
      new InvariantError("a Refusal is minted by refuse only"),
    );
  });

  test("a bug has its own name", () => {
    expect(new InvariantError("x").name).toBe("InvariantError");
  });
});
