import { expect, test } from "vitest";
import { clipText, parseToolFailureCode, TOOL_FAILURES, toolFailure } from "./tool-failure.ts";

test("only a timeout may be tried again unchanged (T03); what was interrupted is never run again (R11)", () => {
  const retryable = Object.entries(TOOL_FAILURES).map(([code, row]) => [code, row.retryable]);
  expect(Object.fromEntries(retryable)).toEqual({
    InvalidInput: false,
    NotFound: false,
    Denied: false,
    Timeout: true,
    NonZeroExit: false,
    Interrupted: false,
  });
});

test("a failure has its code, the table's answer on retrying, and its message (T03)", () => {
  expect(toolFailure("Timeout", "no answer in 30 s")).toEqual({
    code: "Timeout",
    retryable: true,
    message: "no answer in 30 s",
  });
});

test("a message keeps 400 characters and shows that it was cut (T03)", () => {
  expect(toolFailure("NotFound", "x".repeat(400)).message).toBe("x".repeat(400));
  expect(toolFailure("NotFound", "x".repeat(401)).message).toBe(`${"x".repeat(399)}…`);
});

test("a message is one line, and what is escaped in it is cut like the rest (T03)", () => {
  expect(toolFailure("NotFound", "a\nb\u001B[2J").message).toBe("a\\nb\\u{1b}[2J");
  expect(toolFailure("NotFound", "\n".repeat(1_000)).message).toBe(`${"\\n".repeat(199)}\\…`);
});

test.each([
  ["short", 5, "short"],
  ["longer", 5, "long…"],
  ["a", 0, ""],
  ["ab", 1, "…"],
  ["", 0, ""],
  ["abc😀d", 5, "abc…"],
  ["abc😀", 5, "abc😀"],
  ["abc😀de", 6, "abc😀…"],
  ["a\uD800", 5, "a\uFFFD"],
  ["\uDC00bcdef", 3, "\uFFFDb…"],
])("%j cut to %d is %j, which always has a canonical form", (text, limit, cut) => {
  expect(clipText(text, limit)).toBe(cut);
});

test("only the six words are codes", () => {
  const six = ["InvalidInput", "NotFound", "Denied", "Timeout", "NonZeroExit", "Interrupted"];
  expect(six.map(parseToolFailureCode)).toEqual(six);
  expect(["invalidinput", "", "toString"].map(parseToolFailureCode)).toEqual([undefined, undefined, undefined]);
});
