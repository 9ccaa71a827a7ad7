import { expect, test } from "vitest";
import { SAMPLE_QUESTION as QUESTION } from "../../../tests/support/sample-question.ts";
import { answerOf, answerText, deniedText } from "./approval.ts";
import { KeyReader } from "./keys.ts";

test("four keys say an answer, and no other does", () => {
  const answers = new KeyReader().read("y\u001B[As\rnN\u0003Y ").map((key) => answerOf(key));
  // Two keys at once are no answer: somebody types something else.
  expect(answers).toEqual([
    { decision: "approved", scope: "once" },
    { decision: "approved", scope: "session" },
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(["y", "s", "n", "N"].map((key) => answerText(answerOf({ kind: "text", text: key })))).toEqual([
    "allowed once",
    "allowed for this session",
    "refused",
    "refused for this session",
  ]);
  expect(answerOf({ kind: "paste", text: "y" })).toBeUndefined();
  expect([answerText(undefined), answerText(undefined, "stopped"), answerText(undefined, "gone")]).toEqual([
    "not answered in time: refused",
    "stopped before an answer: refused",
    "nobody is there to answer: refused",
  ]);
});

test("where nobody can be asked it says what, by which rule, and how to allow it, in bounds", () => {
  expect(deniedText(QUESTION)).toMatch(
    /^nobody can be asked here: bash rm a\.txt \(rule otherwise\); a rule file allows it/,
  );
  expect(deniedText({ ...QUESTION, args: { command: "x".repeat(5000) } }).length).toBeLessThan(600);
});
