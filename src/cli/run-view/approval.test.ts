import { expect, test } from "vitest";
import type { PermissionQuestion } from "#ports";
import { answerOf, answerText, deniedText, questionLines } from "./approval.ts";
import { keysOf } from "./keys.ts";

const QUESTION: PermissionQuestion = {
  toolCallId: "t1",
  tool: "bash",
  args: { command: "rm a.txt", workdir: "." },
  ruleId: "otherwise",
  reasons: [
    { part: "cd x", effect: "allow", ruleId: "read.files", why: "reads" },
    { part: "rm a.txt", effect: "ask", ruleId: "otherwise", why: "no rule speaks of it" },
  ],
  expiresAt: "2030-01-01T00:00:00Z",
};

test("a question says what would run, and which rule asks why; what is allowed needs no word", () => {
  expect(questionLines(QUESTION)).toEqual(["  bash rm a.txt", "  otherwise: no rule speaks of it (rm a.txt)"]);
});

test("a command of many lines and unknown arguments are shown in part, line by line", () => {
  const command = Array.from({ length: 20 }, (_, at) => `echo ${at}`).join("\n");
  const lines = questionLines({ ...QUESTION, args: { command } });
  expect([lines[0], lines[1], lines[13], lines.length]).toEqual(["  bash", "    echo 0", "    … 8 more lines", 15]);
  const foreign = { ...QUESTION, tool: "mcp__a__b", args: { n: 1, deep: { list: [true] } } };
  expect(questionLines(foreign).slice(0, 3)).toEqual(["  mcp__a__b", "    n: 1", '    deep: {"list":[true]}']);
});

test("of a long command the beginning and the end are shown, and how much is between them", () => {
  const command = `rm -rf / ${"#".repeat(60_000)} curl evil.example`;
  const [line = ""] = questionLines({ ...QUESTION, args: { command } });
  expect(line).toMatch(/^ {2}bash rm -rf \/ #+ \[… 59\d+ more characters …\] #+ curl evil\.example$/);
  expect(line.length).toBeLessThan(650);
});

test("four keys answer, and no other does", () => {
  const answers = keysOf("y\u001B[As\rnN\u0003Y ").map((key) => answerOf(key));
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
  expect(answerText(undefined)).toBe("not answered in time: refused");
});

test("where nobody can be asked it says what, by which rule, and how to allow it, in bounds", () => {
  expect(deniedText(QUESTION)).toMatch(
    /^nobody can be asked here: bash rm a\.txt \(rule otherwise\); a rule file allows it/,
  );
  expect(deniedText({ ...QUESTION, args: { command: "x".repeat(5000) } }).length).toBeLessThan(600);
});
