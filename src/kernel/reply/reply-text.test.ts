import * as fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "../digest/canonical.ts";
import { replyText } from "./reply-text.ts";

/** The canonical form by the long way. */
function canonicalText(name: string): string {
  const call = { kind: "tool_call", providerCallId: name, tool: name, argumentsText: "{}" };
  return canonicalJson(["tusk.reply.v1", { blocks: [call], stopReason: name }]);
}

function writtenText(name: string): string {
  const call = { kind: "tool_call", providerCallId: name, tool: name, argumentsText: "{}" } as const;
  return replyText([call], name);
}

test.each([
  "",
  "add",
  'a "quoted" one',
  "back\\slash",
  "\u0000",
  "\u001f",
  " ",
  "\u007f",
  "\u2028\u2029",
  "\uFEFF",
  "😀",
  "x".repeat(39) + '"',
  "x".repeat(40),
  "x".repeat(41),
  "x".repeat(41) + "\n",
])("a name is written as JSON writes it: %j", (name) => {
  expect(writtenText(name)).toBe(canonicalText(name));
});

test("and so is any other, control characters among them", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary-ascii", maxLength: 50 }), fc.string({ unit: "binary" })), (name) => {
      expect(writtenText(name)).toBe(canonicalText(name));
    }),
    { numRuns: 1_000 },
  );
});
