import { expect, test } from "vitest";
import { Float, type Json } from "../json/value.ts";
import { argumentProblemText, fits, foundIn, shownName } from "./argument-problem.ts";
import type { JsonType } from "./repair-schema.ts";

test.each<[Json, string, readonly JsonType[]]>([
  [null, "null", ["null"]],
  [true, "a boolean", ["boolean"]],
  ["", "a text of 0 characters", ["string"]],
  [5, "a number", ["integer", "number"]],
  [5.5, "a number", ["number"]],
  [new Float(5), "a number", ["integer", "number"]],
  [new Float(5.5), "a number", ["number"]],
  [10n ** 18n, "a number", ["integer", "number"]],
  [[1, 2], "a list of 2", ["array"]],
  [{ a: 1 }, "an object of 1 fields", ["object"]],
])("case %#: a value is named by type and size, and fits its own types only", (value, found, own) => {
  const all: readonly JsonType[] = ["string", "integer", "number", "boolean", "array", "object", "null"];
  expect(foundIn(value)).toBe(found);
  expect(all.filter((type) => fits(value, new Set([type])))).toEqual(own);
  expect(fits(value, "any")).toBe(true);
  expect(fits(value, new Set())).toBe(false);
});

test("names are shown up to 64 characters", () => {
  expect(shownName("n".repeat(64))).toBe("n".repeat(64));
  expect(shownName("n".repeat(65))).toBe(`${"n".repeat(63)}…`);
});

test("each problem is one short sentence for the model (T03)", () => {
  expect(
    [
      argumentProblemText({ kind: "not_an_object", found: "null" }),
      argumentProblemText({ kind: "unknown_field", field: "zz", found: "null" }),
      argumentProblemText({ kind: "missing_field", field: "path" }),
      argumentProblemText({ kind: "wrong_type", field: "n", expected: ["integer", "null"], found: "a boolean" }),
      argumentProblemText({ kind: "wrong_type", field: "n", expected: [], found: "a boolean" }),
      argumentProblemText({ kind: "two_names", field: "path", names: ["path", "filePath"] }),
    ].join("\n"),
  ).toBe(
    [
      "the arguments are null, expected an object",
      '"zz" is no known field',
      '"path" is missing',
      '"n" is a boolean, expected integer or null',
      '"n" is a boolean, expected nothing',
      '"path" and "filePath" all mean "path": give one',
    ].join("\n"),
  );
});
