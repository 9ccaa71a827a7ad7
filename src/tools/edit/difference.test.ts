import * as fc from "fast-check";
import { expect, test } from "vitest";
import { differenceOf } from "./difference.ts";

test.each<[string, string, string, string, string]>([
  ["within", "const LIMIT = compute(first);", "const LIMIT = compute(second);", "…ompute(first);", "…ompute(second);"],
  ["at the start", "let value = compute(first);", "var value = compute(first);", "let value = c…", "var value = c…"],
  ["inside of a line", "  return first(one, two);", "first(one, three)", "…e, two);", "…e, three…"],
  ["behind it", "  return second(2);  ", "return second(2);", "…(2);  ", "…(2);"],
  ["only before it", "xx compute(all)", "compute(all)", "xx compu…", "compute(…"],
  ["in a short text", "value = first( 1 )", "first(1)", "…first( 1 )", "first(1)"],
  ["with the first letter elsewhere by chance", "final x = one two", "local x = one two", "final x …", "local x …"],
])("two lines that differ %s are shown where they begin to differ", (_, found, sought, shownFound, shownSought) => {
  expect(differenceOf({ found, sought, differs: "text" })).toStrictEqual({
    found: `"${shownFound}"`,
    sought: `"${shownSought}"`,
  });
});

test("lines that differ in indentation are compared from their start", () => {
  const lines = { found: "            one(two) three", sought: "        one(two)" };
  expect(differenceOf({ ...lines, differs: "indentation" })).toStrictEqual({
    found: '"…        …"',
    sought: '"…    one(…"',
  });
});

test("never all of what was sought is shown, and never more than 24 units of either (T03)", () => {
  const line = fc.string({ unit: fc.constantFrom("a", "b", " ", "ab", "é", "😀", "\\"), maxLength: 60 });
  fc.assert(
    fc.property(line, line, fc.boolean(), (found, sought, atStart) => {
      fc.pre(sought.length >= 9 && found !== sought);
      const shown = differenceOf({ found, sought, differs: atStart ? "indentation" : "text" });
      const texts = [shown.found, shown.sought].map((text) =>
        text.slice(1, -1).replaceAll("\\\\", "\\").replaceAll("…", ""),
      );
      return texts.every((text) => text.length <= 24 && text.isWellFormed()) && !texts[1]?.includes(sought);
    }),
    { numRuns: 2000 },
  );
});

test("a line of any length takes bounded time", () => {
  const started = performance.now();
  differenceOf({ found: "ab".repeat(10_000_000), sought: "ba".repeat(100_000), differs: "text" });
  expect(performance.now() - started).toBeLessThan(5000);
});
