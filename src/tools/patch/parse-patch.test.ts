import { describe, expect, test } from "vitest";
import { parsePatch } from "./parse-patch.ts";

function wrapped(...lines: readonly string[]): string {
  return ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
}

function line(kind: string, text: string): { kind: string; text: string } {
  return { kind, text };
}

describe("what a patch may say", () => {
  test("every kind of section, in order", () => {
    const patch = wrapped(
      "*** Add File: a.txt",
      "+one",
      "+",
      "*** Delete File: b.txt",
      "*** Update File: c.txt",
      "*** Move to: d.txt",
      "@@ class A",
      "@@ def f():",
      " stays",
      "-goes",
      "+comes",
      "",
      "@@",
      "+last",
      "*** End of File",
    );
    expect(parsePatch(patch)).toEqual({
      ok: true,
      files: [
        { kind: "add", path: "a.txt", lines: ["one", ""] },
        { kind: "delete", path: "b.txt" },
        {
          kind: "update",
          path: "c.txt",
          to: "d.txt",
          hunks: [
            {
              contexts: ["class A", "def f():"],
              lines: [line("keep", "stays"), line("remove", "goes"), line("add", "comes"), line("keep", "")],
              atEnd: false,
            },
            { contexts: [], lines: [line("add", "last")], atEnd: true },
          ],
        },
      ],
    });
  });

  const plain = parsePatch(wrapped("*** Update File: a", "-x", "+y"));

  test.each([
    ["spaces around markers", " *** Begin Patch \n  *** Update File: a \n@@\n-x\n+y\n *** End Patch  \n"],
    ["a here-document", `<<'EOF'\n${wrapped("*** Update File: a", "-x", "+y")}\nEOF\n`],
    ["a here-document without quotes", `<<EOF\n${wrapped("*** Update File: a", "-x", "+y")}\nEOF`],
    ["CRLF in the patch", wrapped("*** Update File: a", "@@", "-x", "+y").replaceAll("\n", "\r\n")],
    ["blank lines before sections", wrapped("", "*** Update File: a", "", "@@", "-x", "+y")],
  ])("%s means nothing", (_, patch) => expect(parsePatch(patch)).toEqual(plain));

  test("a file is moved without a hunk", () => {
    expect(parsePatch(wrapped("*** Update File: a", "*** Move to: b"))).toEqual({
      ok: true,
      files: [{ kind: "update", path: "a", to: "b", hunks: [] }],
    });
  });

  test("a marker inside of a hunk is a line of the file when it stands behind a space", () => {
    const patch = wrapped("*** Update File: a", "@@", " *** Begin Patch", "-*** End Patch", "+x");
    const lines = [line("keep", "*** Begin Patch"), line("remove", "*** End Patch"), line("add", "x")];
    expect(parsePatch(patch)).toEqual({
      ok: true,
      files: [{ kind: "update", path: "a", to: undefined, hunks: [{ contexts: [], lines, atEnd: false }] }],
    });
  });

  test("a blank line behind lines that are only added is no line of the file", () => {
    const patch = wrapped("*** Update File: a", "@@", "+x", "", "*** Delete File: b");
    expect(parsePatch(patch)).toEqual({
      ok: true,
      files: [
        {
          kind: "update",
          path: "a",
          to: undefined,
          hunks: [{ contexts: [], lines: [line("add", "x")], atEnd: false }],
        },
        { kind: "delete", path: "b" },
      ],
    });
  });
});

describe("what is wrong with a patch is said with its line", () => {
  test.each([
    ["", 'its first line must be "*** Begin Patch"'],
    ["*** Begin Patch", 'its last line must be "*** End Patch"'],
    ["*** Begin Patch\n*** Delete File: a", 'its last line must be "*** End Patch"'],
    [wrapped(), "the patch is empty: it names no file"],
    [
      wrapped("*** Frobnicate File: foo"),
      'line 2 of the patch is "*** Frobnicate File: foo": expected "*** Add File: ", "*** Delete File: " or "*** Update File: " and a path',
    ],
    [wrapped("*** Update File: a"), 'line 2 of the patch is "*** Update File: a": this update has no hunk'],
    [
      wrapped("*** Update File: a", "@@"),
      'line 4 of the patch is the end of the patch: expected a line that begins with " ", "-" or "+"',
    ],
    [
      `\n${wrapped("*** Update File: a", "@@", "*** End of File")}`,
      'line 5 of the patch is "*** End of File": expected a line that begins with " ", "-" or "+"',
    ],
    [
      wrapped("*** Update File: a", "-x", "y"),
      'line 4 of the patch is "y": a line of a hunk begins with " " (kept), "-" (removed) or "+" (added)',
    ],
    [
      wrapped("*** Add File: a", "+x", "y"),
      'line 4 of the patch is "y": expected "*** Add File: ", "*** Delete File: " or "*** Update File: " and a path',
    ],
    [
      wrapped(...Array.from({ length: 257 }, (_, at) => `*** Delete File: ${at}`)),
      "the patch names more than 256 files: split it",
    ],
  ])("case %#", (patch, problem) => expect(parsePatch(patch)).toEqual({ ok: false, problem }));
});
