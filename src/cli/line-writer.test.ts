import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { lineWriter } from "./line-writer.ts";

function recorded() {
  const written: (readonly [string, string])[] = [];
  const lines = lineWriter({
    stdout: (text) => void written.push(["stdout", text]),
    stderr: (text) => void written.push(["stderr", text]),
  });
  return { written, lines };
}

test("lines are written together once the work at hand is done", async () => {
  const { written, lines } = recorded();
  lines.tell("stdout", "a");
  lines.tell("stdout", "");
  lines.tell("stdout", "b");
  expect(written).toEqual([]);
  await nextTurn();
  expect(written).toEqual([["stdout", "a\n\nb\n"]]);
  lines.tell("stdout", "c");
  await nextTurn();
  expect(written).toEqual([
    ["stdout", "a\n\nb\n"],
    ["stdout", "c\n"],
  ]);
});

test("the order of lines over both streams is kept", () => {
  const { written, lines } = recorded();
  lines.tell("stdout", "a");
  lines.tell("stderr", "b");
  lines.tell("stdout", "c");
  lines.flush();
  lines.flush();
  expect(written).toEqual([
    ["stdout", "a\n"],
    ["stderr", "b\n"],
    ["stdout", "c\n"],
  ]);
});

test("a flood is written in pieces and not put together", () => {
  const { written, lines } = recorded();
  for (let line = 0; line < 1000; line++) lines.tell("stdout", "x".repeat(999));
  lines.flush();
  expect(written.map(([, text]) => text.length)).toEqual([...Array.from({ length: 15 }, () => 66_000), 10_000]);
});
