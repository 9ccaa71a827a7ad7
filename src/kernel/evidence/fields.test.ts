import { describe, expect, test } from "vitest";
import { filled, normalizeRefs, required } from "./fields.ts";
import { NotNormal } from "./rows.ts";

describe("required", () => {
  test("is the trimmed text", () => {
    expect(required("\tturn-1 ", "callSpec.callId")).toBe("turn-1");
  });

  test("refuses a blank text under the field's wire name (contract 1.2)", () => {
    expect(() => required(" \u0085", "handoff.target")).toThrow(new NotNormal("handoff.target must be non-empty"));
  });
});

describe("normalizeRefs", () => {
  test("trims, drops blanks, drops repeats and sorts (contract 0.5)", () => {
    expect(normalizeRefs(["b", " a ", "", "a", "\u0085", "B", "b\n"])).toEqual(["B", "a", "b"]);
  });

  test("sorts by code point, so that U+FFFD stands before an astral character (contract 0.5)", () => {
    expect(normalizeRefs(["\u{1F600}", "\uFFFD", "z"])).toEqual(["z", "\uFFFD", "\u{1F600}"]);
  });

  test.each([[undefined], [[]], [["", "  "]]])("takes %j for no refs at all", (refs) => {
    expect(normalizeRefs(refs)).toBeUndefined();
  });
});

test("an empty list is left out, any other is kept", () => {
  expect(filled([])).toBeUndefined();
  expect(filled(["a"])).toEqual(["a"]);
});
