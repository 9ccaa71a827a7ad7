import { expect, test } from "vitest";
import type { PermissionQuestion } from "#ports";
import { READING_MS } from "./approval.ts";
import { keysOf } from "./keys.ts";
import { LiveQuestion } from "./live-question.ts";

const QUESTION: PermissionQuestion = {
  toolCallId: "t1",
  tool: "bash",
  args: { command: "rm a.txt", workdir: "." },
  ruleId: "otherwise",
  reasons: [{ part: "rm a.txt", effect: "ask", ruleId: "otherwise", why: "no rule speaks of it" }],
  expiresAt: "2030-01-01T00:00:00Z",
};

function asked() {
  const time = new AbortController();
  const question = new LiveQuestion(QUESTION, { by: "ada", signal: time.signal }, 1000);
  const press = (text: string, at: number): void => {
    for (const key of keysOf(text)) question.press(key, at);
  };
  return { question, press, time };
}

test("a key answers for the person who sits there; what comes too soon, or is no answer, does not (T08)", async () => {
  const { question, press } = asked();
  press("y", 1000 + READING_MS - 1);
  press("x", 9000);
  press("ny", 9000);
  press("N", 9001);
  press("y", 9002);
  expect(await question.answer).toEqual({ decision: "refused", scope: "session", by: "ada" });
});

test("a question whose time is over is answered by nobody (T08)", async () => {
  const { question, press, time } = asked();
  time.abort();
  press("y", 9000);
  expect(await question.answer).toBeUndefined();
});

test("every key is named on the narrowest screen, and somebody who types is told to end the line", () => {
  const { question } = asked();
  const texts = (isTyping: boolean) => question.rows(19, isTyping).map((row) => row.map(({ text }) => text).join(""));
  const shown = texts(false);
  for (const part of ["y once", "s for", "n no", "N never"])
    expect(shown.join(" ").replaceAll(/\s+/g, " ")).toContain(part);
  expect(texts(true).join(" ")).toContain("end your");
});
