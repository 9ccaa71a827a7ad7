import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type EditArgs, type EditPlan, planEdit } from "./plan-edit.ts";

function edit(old_string: string, new_string: string, replace_all?: boolean): EditArgs {
  return { old_string, new_string, replace_all };
}

function planned(text: string, replacements: number, sought: string, replacement: string, rule?: string): unknown {
  const repairs = rule === undefined ? [] : [{ rule, field: "old_string" }];
  return { kind: "planned", at: expect.any(Number) as number, text, replacements, sought, replacement, repairs };
}

describe("the exact text, once or everywhere (seed 004)", () => {
  test.each<[string, EditArgs, unknown]>([
    ["a b a", edit("b", "c"), planned("a c a", 1, "b", "c")],
    ["a b a", edit("a", "c", true), planned("c b c", 2, "a", "c")],
    ["X", edit("X", "[$&]$$$1$`"), planned("[$&]$$$1$`", 1, "X", "[$&]$$$1$`")],
    ["aaa", edit("aa", "b", true), planned("ba", 1, "aa", "b")],
    ["aaa", edit("aa", "b"), planned("ba", 1, "aa", "b")],
    ["a\\nb", edit("a\\nb", "c"), planned("c", 1, "a\\nb", "c")],
    ["a\r\nb", edit("b", "c\nd"), planned("a\r\nc\nd", 1, "b", "c\nd")],
  ])("case %#: %j", (text, args, plan) => expect(planEdit(text, args)).toEqual(plan));

  test("more than one occurrence is refused with the count and the first lines", () => {
    expect(planEdit("x\nx\ny x\n", edit("x", "z"))).toEqual({ kind: "ambiguous", count: 3, lines: [1, 2, 3] });
    expect(planEdit("x\n".repeat(9), edit("x", "z"))).toEqual({ kind: "ambiguous", count: 9, lines: [1, 2, 3, 4, 5] });
  });

  test("an edit that changes nothing is refused", () => {
    expect(planEdit("x", edit("x", "x"))).toEqual({ kind: "same_text" });
    expect(planEdit('"', edit('\\"', '"'))).toEqual({ kind: "same_text" });
  });

  test("half of a character is not found in the character", () => {
    expect(planEdit("😀", edit("\ud83d", "x")).kind).toBe("not_unicode");
    expect(planEdit("😀", edit("\\ud83d", "x")).kind).toBe("not_found");
    expect(planEdit("a", edit("a", "\ude00")).kind).toBe("not_unicode");
  });

  test("a result that would be too large is never built", () => {
    expect(planEdit("a".repeat(1_000_000), edit("a", "b".repeat(1_000_000), true)).kind).toBe("too_large");
  });
});

describe("a text that does not occur is mended only where the file makes it certain", () => {
  test.each<[string, string, EditArgs, unknown]>([
    [
      "read as JSON it occurs once",
      'say "hi"\n',
      edit('say \\"hi\\"\\n', "x"),
      planned("x", 1, 'say "hi"\n', "x", "json_escaped"),
    ],
    ["with replace_all too", "a\tb", edit("a\\tb", "x", true), planned("x", 1, "a\tb", "x", "json_escaped")],
    ["new_string stays as it is", "a\tb", edit("a\\tb", "\\t"), planned("\\t", 1, "a\tb", "\\t", "json_escaped")],
    [
      "only CRLF stands between",
      "a\r\nb\r\n",
      edit("a\nb", "c\nd"),
      planned("c\r\nd\r\n", 1, "a\r\nb", "c\r\nd", "line_endings"),
    ],
  ])("%s", (_, text, args, plan) => expect(planEdit(text, args)).toEqual(plan));

  test.each<[string, string, EditArgs, EditPlan["kind"]]>([
    ["read as JSON it occurs twice", "a\tb a\tb", edit("a\\tb", "x"), "not_found"],
    ["read as JSON it occurs twice, with replace_all", "a\tb a\tb", edit("a\\tb", "x", true), "not_found"],
    ["it is no JSON string: a bare quote", '"\t"', edit('"\\t"', "x"), "not_found"],
    ["it is no JSON string: an unknown escape", "\td", edit("\\t\\d", "x"), "not_found"],
    ["it is no JSON string: a bare line end", "a\n\tb", edit("a\n\\tb", "x"), "not_found"],
    ["the file has a bare line feed too", "a\r\nb\n", edit("a\nb", "x"), "not_found"],
    ["it occurs twice with CRLF", "a\r\nb a\r\nb", edit("a\nb", "x"), "ambiguous"],
  ])("not when %s", (_, text, args, kind) => expect(planEdit(text, args).kind).toBe(kind));
});

const pieces = fc.array(
  fc.constantFrom("a", "b", "ab", "\n", "\r\n", "\t", " ", "$&", "$1", "$$", "\\n", "é", "😀", "\uFEFF", '"'),
  { maxLength: 40 },
);
const text = pieces.map((parts) => parts.join(""));

test("for random texts and edits the result is split and join, or nothing (T06)", () => {
  fc.assert(
    fc.property(text, text, text, fc.boolean(), (file, sought, replacement, all) => {
      const plan = planEdit(file, edit(sought, replacement, all));
      const count = sought === "" ? 0 : file.split(sought).length - 1;
      if (count === 0) return plan.kind !== "planned" || plan.repairs.length === 1;
      if (sought === replacement) return plan.kind === "same_text";
      if (count > 1 && !all) return plan.kind === "ambiguous" && plan.count === count;
      return (
        plan.kind === "planned" &&
        plan.text === file.split(sought).join(replacement) &&
        plan.replacements === count &&
        plan.at === file.indexOf(sought)
      );
    }),
    { numRuns: 2000 },
  );
});

test("an edit with a part of the file as what is sought always hits it", () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), text, (file, from, length, replacement) => {
      const start = from % (file.length + 1);
      const sought = file.slice(start, start + 1 + (length % 12));
      fc.pre(sought !== "" && sought.isWellFormed() && sought !== replacement);
      const plan = planEdit(file, edit(sought, replacement, true));
      return plan.kind === "planned" && plan.text === file.split(sought).join(replacement) && plan.repairs.length === 0;
    }),
    { numRuns: 1000 },
  );
});
