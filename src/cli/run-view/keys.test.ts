import { expect, test } from "vitest";
import { inputRow } from "./input-row.ts";
import { type Key, KeyReader } from "./keys.ts";
import { editLine, EMPTY_LINE, lineText, type TypedLine } from "./line-editor.ts";

const keysOf = (...reads: readonly string[]): readonly Key[] => {
  const reader = new KeyReader();
  return reads.flatMap((read) => reader.read(read));
};
const typed = (input: string, line: TypedLine = EMPTY_LINE): TypedLine => keysOf(input).reduce(editLine, line);

test("keys are told from text, and sequences that mean nothing are left out", () => {
  expect(keysOf("ab\r\u0003\u001B[A\u001B[5~\u0004\u001A")).toEqual([
    { kind: "text", text: "ab" },
    { kind: "enter" },
    { kind: "interrupt" },
    { kind: "end" },
    { kind: "suspend" },
  ]);
  expect(keysOf("\u001B[200~one\r\ntwo\u001B[201~\r")).toEqual([
    { kind: "paste", text: "one\ntwo" },
    { kind: "enter" },
  ]);
  expect(keysOf("\u0000\u0007\u001B")).toEqual([]);
});

test("a line is edited where the cursor is, character by character as they are seen", () => {
  expect(lineText(typed("abc\u007Fd"))).toBe("abd");
  expect(lineText(typed("👩‍💻x\u007F\u007Fé"))).toBe("é");
  expect(lineText(typed("one two\u0017"))).toBe("one ");
  expect(typed("ac\u001B[Db")).toEqual({ before: "ab", after: "c" });
  expect(typed("bc\u0001a\u0005d")).toEqual({ before: "abcd", after: "" });
  expect(typed("ab\u001B[D\u001B[D\u001B[D\u001B[C\u0015")).toEqual({ before: "", after: "b" });
});

test("a long line shows the part around the cursor and never more than the row", () => {
  expect(inputRow(typed("short"), 20)).toEqual({ text: "> short", back: 0 });
  expect(inputRow({ before: "0123456789abcdefghij", after: "" }, 13)).toEqual({ text: "> …bcdefghij", back: 0 });
  expect(inputRow({ before: "ab", after: "cd\nef" }, 20)).toEqual({ text: "> abcd⏎ef", back: 5 });
  expect(inputRow({ before: "日本", after: "語語語語語" }, 12)).toEqual({ text: "> 日本語語", back: 4 });
});

test("a paste is one key over as many reads as it takes, and nothing in it is typed", () => {
  const text = `${"word ".repeat(2000)}\ny\n\u0003 end`;
  const sent = `a\u001B[200~${text.replaceAll("\n", "\r")}\u001B[201~\r`;
  for (const size of [1, 2, 5, 4095]) {
    const reads = sent.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
    // Alone it is the key of somebody who wants out.
    if (size === 1) expect(keysOf(...reads)).toContainEqual({ kind: "interrupt" });
    else expect(keysOf(...reads)).toEqual([{ kind: "text", text: "a" }, { kind: "paste", text }, { kind: "enter" }]);
  }
});

test("a paste that never ends is left by Ctrl-C, and a key whose bytes come apart is one key", () => {
  expect(keysOf("\u001B[200~lost", "\u0003", "y")).toEqual([{ kind: "interrupt" }, { kind: "text", text: "y" }]);
  expect(keysOf("\u001B", "[", "D", "\u001B[1", "~x", "\u001B", "y")).toEqual([
    { kind: "left" },
    { kind: "home" },
    { kind: "text", text: "x" },
    { kind: "text", text: "y" },
  ]);
});
