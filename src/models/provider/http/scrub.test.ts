import { expect, test } from "vitest";
import { scrub } from "./scrub.ts";

test("keys are hidden, whole, in half, and those that only look like one", () => {
  expect(scrub("key s3cr3t-value is bad", ["s3cr3t-value"])).toBe("key [hidden] is bad");
  expect(scrub("Incorrect API key provided: sk-abcd****wxyz.", [])).toBe("Incorrect API key provided: [hidden]");
  expect(scrub("Authorization: Bearer abc.def", [])).toBe("Authorization: [hidden]");
  expect(scrub("AIzaSyA1234567890 and gsk_1234567890", [])).toBe("[hidden] and [hidden]");
  expect(scrub("the word ab stays", ["ab"])).toBe("the word ab stays");
});

test("what others wrote is one bounded line that a terminal can show", () => {
  expect(scrub("a\u001b[31m\n b\u0000\u202ec", [])).toBe("a [31m b c");
  expect(scrub("x".repeat(900), []).length).toBe(500);
});
