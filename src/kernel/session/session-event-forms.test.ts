import { describe, expect, test } from "vitest";
import { compileSchema, Float, type JsonObject, publishedSchema } from "#kernel";
import { recordedSession } from "../../../tests/support/recorded-session.ts";
import { readSessionEvent, SESSION_ROWS } from "./session-event-forms.ts";

/** Rows as a journal keeps them. */
const ROWS = recordedSession("s-1") as unknown as readonly JsonObject[];
const fits = compileSchema(publishedSchema("tusk.session.v1") ?? false);

function rowOf(kind: string): JsonObject {
  return ROWS.find((row) => row["kind"] === kind) ?? expect.fail(kind);
}

function problemOf(row: JsonObject): string {
  const reading = readSessionEvent(row);
  return reading.ok ? "it is read" : reading.problem;
}

describe("what a row of a session says", () => {
  test("is read as it was written, and validates against the published schema (H07)", () => {
    expect(ROWS.map((row) => readSessionEvent(row))).toStrictEqual(ROWS.map((event) => ({ ok: true, event })));
    expect(ROWS.flatMap((row) => fits(row))).toEqual([]);
  });

  test("is refused with any member missing, added or null, by the reader and by the schema alike", () => {
    const optional = new Set(["evidenceDigest", "reason", "output", "textCalls", "responseId", "parent", "witnesses"]);
    for (const row of ROWS)
      for (const key of Object.keys(row)) {
        const { [key]: _gone, ...rest } = row;
        const variants: readonly JsonObject[] = [
          ...(optional.has(key) ? [] : [rest]),
          ...(key === "output" ? [] : [{ ...row, [key]: null }]),
          { ...row, extra: 1 },
        ];
        expect(variants.map((each) => readSessionEvent(each).ok)).toEqual(variants.map(() => false));
        expect(variants.map((each) => fits(each).length > 0)).toEqual(variants.map(() => true));
      }
  });

  test("that is wrong is told exactly", () => {
    const settled = rowOf("tool.settled");
    const result = settled["result"] as JsonObject;
    expect([
      problemOf({ kind: "tool.vanished", step: 1 }),
      problemOf({ kind: "journal.opened" }),
      problemOf({ kind: "__proto__" }),
      problemOf({ step: 1 }),
      problemOf({ ...settled, step: new Float(1) }),
      problemOf({ ...settled, step: -1 }),
      problemOf({ ...settled, result: { ...result, outcome: "fine" } }),
      problemOf({ ...rowOf("model.replied"), blocks: [{ kind: "tool_cal" }] }),
      problemOf({ ...rowOf("policy.decided"), decision: { kind: "Retry" } }),
    ]).toEqual([
      'no row of a session has the kind "tool.vanished"',
      'no row of a session has the kind "journal.opened"',
      'no row of a session has the kind "__proto__"',
      "the row has no kind",
      "tool.settled: step is a number, expected a whole number from 0",
      "tool.settled: step is a number, expected a whole number from 0",
      'tool.settled: result.outcome is "fine", expected one of ok, failed, denied, timeout, interrupted',
      'model.replied: blocks[0].kind is "tool_cal", expected one of text, thinking, tool_call, provider_executed',
      "policy.decided: decision.consumeBudget is absent",
    ]);
  });

  test("has a sentence in the table for every kind", () => {
    for (const [kind, { means }] of Object.entries(SESSION_ROWS)) expect([kind, means]).not.toEqual([kind, ""]);
  });
});
