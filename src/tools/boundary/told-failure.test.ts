import { expect, test } from "vitest";
import { toolFailure } from "#kernel";
import { toolFromJsonSchema } from "../tool-from-json-schema.ts";
import { toldFailure } from "./told-failure.ts";

const CALL = { tool: toolFromJsonSchema({ name: "edit", schema: {} }), received: { filePath: "a.ts" } };

test("bad input that only the tool could find is told with its name and what was received, once (T03)", () => {
  const told = {
    code: "InvalidInput",
    retryable: false,
    message: 'edit: no match; received: filePath (string, 4 chars "a.ts")',
  };
  expect(toldFailure(CALL, toolFailure("InvalidInput", "no match"))).toEqual(told);
  expect(toldFailure(CALL, toolFailure("InvalidInput", "edit: no match"))).toEqual(told);
});

test("other failures have the name and no arguments; a long message is kept instead of them", () => {
  expect(toldFailure(CALL, toolFailure("NotFound", "no file")).message).toBe("edit: no file");
  expect(toldFailure(CALL, toolFailure("InvalidInput", "x".repeat(340))).message).toBe(`edit: ${"x".repeat(340)}`);
});

test("what a tool says stays on one line and does nothing to a terminal", () => {
  const said = "no\nmatch \u001B[2J\u0000 \u0085 \u2028 \u202E\u2066 é 👩‍👧";
  expect(toldFailure(CALL, toolFailure("NotFound", said)).message).toBe(
    "edit: no\\nmatch \\u{1b}[2J\\0 \\u{85} \\u{2028} \\u{202e}\\u{2066} é 👩‍👧",
  );
});
