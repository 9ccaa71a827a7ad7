import { expect, test } from "vitest";
import { wholeTraces, withoutKey } from "./key-traces.ts";

const KEY = "zq+7/token=Value9876543210abcdefgh";
const BASE64 = [0, 1, 2].map((shift) => Buffer.from(`${"x".repeat(shift)}${KEY}!`).toString("base64"));

test.each([
  ["as it is", KEY],
  ["its first twenty characters", KEY.slice(0, 20)],
  ["its first ten characters", KEY.slice(0, 10)],
  ["for an address", encodeURIComponent(KEY)],
  [
    "for an address, every character, in small letters",
    [...Buffer.from(KEY)].map((b) => `%${b.toString(16)}`).join(""),
  ],
  ["for an address, twice", encodeURIComponent(encodeURIComponent(KEY))],
  ["half of it in base64", Buffer.from(KEY.slice(0, 20)).toString("base64")],
  ["in base64 for an address", Buffer.from(KEY).toString("base64url")],
  ...BASE64.map((text, shift) => [`in base64 behind ${shift} other characters`, text]),
])("a key is hidden: %s", (_form, written = "") => {
  const clean = withoutKey(`no: ${written}.`, KEY, "[hidden]");
  // Up to four characters of base64 before and behind a key are not those of the key alone.
  expect(clean).toMatch(/^no: .{0,3}\[hidden\].{0,4}\.$/);
});

test("words stay: of a short key the whole is hidden, of a very short one nothing, and codes of an address that hide none", () => {
  expect(withoutKey("the local one: local-server", "local-server", "*")).toBe("the local one: *");
  expect(withoutKey("abc", "abc", "*")).toBe("abc");
  expect(withoutKey("100%25 of %73", KEY, "*")).toBe("100%25 of %73");
});

test("a whole key is seen in a text and in base64; a short one never is", () => {
  const holds = (text: string): boolean => wholeTraces(KEY).some((trace) => `a ${text} b`.includes(trace));
  expect([KEY, ...BASE64, KEY.slice(1), "words"].map(holds)).toEqual([true, true, true, true, false, false]);
  expect(wholeTraces("lm-studio")).toEqual([]);
});
