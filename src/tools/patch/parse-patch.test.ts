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
              blanksBefore: 0,
              atEnd: false,
            },
            { contexts: [], lines: [line("add", "last")], blanksBefore: 0, atEnd: true },
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
    ["the place of a patch", wrapped("*** Environment ID: x", "*** Update File: a", "-x", "+y")],
    ["blank lines before sections", wrapped("", "*** Update File: a", "", "@@", "-x", "+y")],
  ])("%s means nothing", (_, patch) => expect(parsePatch(patch)).toEqual(plain));

  test("a file is moved without a hunk", () => {
    expect(parsePatch(wrapped("*** Update File: a", "*** Move to: b"))).toEqual({
      ok: true,
      files: [{ kind: "update", path: "a", to: "b", hunks: [] }],
    });
  });

  function updateOf(...lines: readonly string[]): unknown {
    const reading = parsePatch(wrapped("*** Update File: a", ...lines));
    return reading.ok ? reading.files : reading.problem;
  }

  test.each<[string, readonly string[], string | undefined, readonly { kind: string; text: string }[]]>([
    [
      "inside of a hunk",
      ["@@", " *** Begin Patch", "-*** End Patch", "+x"],
      undefined,
      [line("keep", "*** Begin Patch"), line("remove", "*** End Patch"), line("add", "x")],
    ],
    ["above every other line", [" *** x", "-y"], undefined, [line("keep", "*** x"), line("remove", "y")]],
    [
      "below the header",
      [" *** Delete File: g", "-y"],
      undefined,
      [line("keep", "*** Delete File: g"), line("remove", "y")],
    ],
    [
      "below a move",
      ["*** Move to: b", " *** Delete File: g", "+y"],
      "b",
      [line("keep", "*** Delete File: g"), line("add", "y")],
    ],
    ["as a move", [" *** Move to: g", "-y"], undefined, [line("keep", "*** Move to: g"), line("remove", "y")]],
  ])("a marker behind a space is a line of the file: %s", (_, patch, to, lines) => {
    const hunks = [{ contexts: [], lines, blanksBefore: 0, atEnd: false }];
    expect(updateOf(...patch)).toEqual([{ kind: "update", path: "a", to, hunks }]);
  });

  test("a marker behind a space is a line of the file: below the end of the file", () => {
    expect(updateOf("-x", "*** End of File", " *** Delete File: g", "+y")).toEqual([
      {
        kind: "update",
        path: "a",
        to: undefined,
        hunks: [
          { contexts: [], lines: [line("remove", "x")], blanksBefore: 0, atEnd: true },
          {
            contexts: [],
            lines: [line("keep", "*** Delete File: g"), line("add", "y")],
            blanksBefore: 0,
            atEnd: false,
          },
        ],
      },
    ]);
  });

  test("a header behind spaces may have its move behind spaces too", () => {
    const patch = wrapped("  *** Update File: a", "  *** Move to: b", "  *** Delete File: c");
    expect(parsePatch(patch)).toEqual({
      ok: true,
      files: [
        {
          kind: "update",
          path: "a",
          to: "b",
          hunks: [{ contexts: [], lines: [line("keep", " *** Delete File: c")], blanksBefore: 0, atEnd: false }],
        },
      ],
    });
  });

  test.each<[string, readonly string[], number, readonly { kind: string; text: string }[]]>([
    ["behind lines that are only added is no line of the file", ["@@", "+x", ""], 0, [line("add", "x")]],
    ["with its space is one", ["@@", "+x", " "], 0, [line("add", "x"), line("keep", "")]],
    ["between added lines is one", ["@@", "+x", "", "+y"], 0, [line("add", "x"), line("keep", ""), line("add", "y")]],
    ["above a hunk without @@ may be one", ["", "-x"], 1, [line("keep", ""), line("remove", "x")]],
    ["with its space above a hunk is one", [" ", "-x"], 0, [line("keep", ""), line("remove", "x")]],
    ["above and behind added lines", ["", "+x", ""], 1, [line("keep", ""), line("add", "x")]],
    ["above @@ is none", ["", " ", "@@", "-x"], 0, [line("remove", "x")]],
  ])("an empty line %s", (_, patch, blanksBefore, lines) => {
    expect(updateOf(...patch, "*** Delete File: b")).toEqual([
      { kind: "update", path: "a", to: undefined, hunks: [{ contexts: [], lines, blanksBefore, atEnd: false }] },
      { kind: "delete", path: "b" },
    ]);
  });
});

describe("what is wrong with a patch is said with its line", () => {
  test.each([
    ["", 'its first line must be "*** Begin Patch"'],
    ["*** Begin Patch", 'its last line must be "*** End Patch"'],
    ["*** Begin Patch\n*** Delete File: a", 'its last line must be "*** End Patch"'],
    [wrapped(), "the patch is empty: it names no file"],
    [wrapped("*** Environment ID: x"), "the patch is empty: it names no file"],
    [
      wrapped("*** Delete File: a", "*** Environment ID: x"),
      'line 3 of the patch is "*** Environment ID: x": expected "*** Add File: ", "*** Delete File: " or "*** Update File: " and a path',
    ],
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
