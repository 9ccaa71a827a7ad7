import { sha256 } from "#platform";
import { expect, test } from "vitest";
import { digestJson, digestText } from "../digest/digest.ts";
import { withValues } from "./turn-values.ts";

test("a text is filed under the digest of its bytes, anything else under its canonical one", () => {
  expect(withValues({}, ["a", ["a"], { b: 1, a: 2 }, null, true, 1], sha256)).toEqual({
    [digestText(sha256, "a")]: "a",
    [digestJson(sha256, ["a"])]: ["a"],
    [digestJson(sha256, { a: 2, b: 1 })]: { a: 2, b: 1 },
    [digestJson(sha256, null)]: null,
    [digestJson(sha256, true)]: true,
    [digestJson(sha256, 1)]: 1,
  });
});

test("what is known stays, and nobody can change what was filed", () => {
  const added = { list: [1] };
  const known = withValues({ known: 1 }, [added], sha256);
  added.list.push(2);
  expect(known).toEqual({ known: 1, [digestJson(sha256, { list: [1] })]: { list: [1] } });
  expect(Object.isFrozen(known)).toBe(true);
  expect(() => Object.assign(known, { more: 1 })).toThrow(TypeError);
});

test("what has no digest is not filed", () => {
  expect(() => withValues({}, [{ a: Number.NaN }], sha256)).toThrow('the number NaN at "a" is not JSON');
});
