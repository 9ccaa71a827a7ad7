import { expect, test } from "vitest";
import { toolFailure } from "#kernel";
import { toolFromJsonSchema } from "../tool-from-json-schema.ts";
import { toldFailure } from "./told-failure.ts";

const CALL = {
  toolCallId: "tc-1",
  tool: toolFromJsonSchema({ name: "edit", schema: {} }),
  args: { path: "a.ts" },
  repairs: [],
  input: {},
};

test("bad input that only the tool could find is told with its name and what was received, once (T03)", () => {
  const told = {
    code: "InvalidInput",
    retryable: false,
    message: 'edit: no match; received: path (string, 4 chars "a.ts")',
  };
  expect(toldFailure(CALL, toolFailure("InvalidInput", "no match"))).toEqual(told);
  expect(toldFailure(CALL, toolFailure("InvalidInput", "edit: no match"))).toEqual(told);
});

test("other failures have the name and no arguments; a long message is kept instead of them", () => {
  expect(toldFailure(CALL, toolFailure("NotFound", "no file")).message).toBe("edit: no file");
  expect(toldFailure(CALL, toolFailure("InvalidInput", "x".repeat(340))).message).toBe(`edit: ${"x".repeat(340)}`);
});
