import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { arbitraryIssue } from "../../../tests/support/arbitrary-issue.ts";
import { loadIssueFile } from "./issue-file.ts";
import { type IssueLine, readIssueLines } from "./issue-lines.ts";
import { writeIssue } from "./write-issue.ts";

const TIMES = '"created_at":"2026-02-01T00:00:00Z","updated_at":"2026-02-01T00:00:00Z"';

function row(id: string, more = ""): string {
  return `{"id":"${id}","title":"T",${TIMES}${more}}`;
}

function linesOf(text: string, from = { offset: 0, line: 1 }): readonly string[] {
  const seen: string[] = [];
  const bytes = utf8.encode(text);
  readIssueLines(bytes, utf8, from, (line) => seen.push(shown(line, bytes)));
  return seen;
}

function shown(line: IssueLine, bytes: Uint8Array): string {
  const text = utf8.decode(bytes, line.offset, line.offset + line.length) ?? "";
  const more = "issue" in line ? ` ${line.issue.id}` : "problem" in line ? ` ${line.problem}` : "";
  return `${line.number} ${line.kind}${more} ${text.length}`;
}

describe("the lines of an issue file (M01)", () => {
  const A = row("a");
  test.each<[string, string, readonly string[]]>([
    ["an empty file has none", "", []],
    [
      "rows, blank lines and comments",
      `${A}\n\n # note\n \t\r\n${A}\r\n`,
      [`1 issue a ${A.length}`, "2 blank 0", "3 comment 7", "4 blank 3", `5 issue a ${A.length + 1}`],
    ],
    [
      "white space around a row is not counted into its columns",
      '\u00a0\u2003{"id":1}\u0085\n',
      ["1 bad invalid type: integer `1`, expected a string at line 1 column 7 11"],
    ],
    [
      "a byte-order mark is no white space",
      `\uFEFF${A}\n`,
      [`1 bad expected value at line 1 column 1 ${A.length + 1}`],
    ],
    ["a whole row without its newline", `${A}\n${A}`, [`1 issue a ${A.length}`, `2 unterminated a ${A.length}`]],
    [
      "half a row without its newline",
      `${A}\n{"id":"b`,
      [`1 issue a ${A.length}`, "2 torn EOF while parsing a string at line 1 column 8 8"],
    ],
    ["a comment without its newline", "# x", ["1 comment 3"]],
    [
      "markers of a conflict",
      `<<<<<<< ours\n${A}\n=======\n${A}\n>>>>>>> theirs\n`,
      ["1 conflict 12", `2 issue a ${A.length}`, "3 conflict 7", `4 issue a ${A.length}`, "5 conflict 14"],
    ],
    [
      "the common ancestor's rows do not count",
      `<<<<<<< o\n||||||| base\n${A}\n=======\n${A}\n>>>>>>> t\n`,
      [
        "1 conflict 9",
        "2 conflict 12",
        `3 conflict ${A.length}`,
        "4 conflict 7",
        `5 issue a ${A.length}`,
        "6 conflict 9",
      ],
    ],
    [
      "what only looks like a marker",
      "<<<<<<\n========\n",
      ["1 bad expected value at line 1 column 1 6", "2 bad expected value at line 1 column 1 8"],
    ],
  ])("%s", (_, text, expected) => {
    expect(linesOf(text)).toEqual(expected);
  });

  test("a file is read on from any line", () => {
    expect(linesOf(`${A}\n# é\n${row("b")}\n`, { offset: A.length + 1, line: 2 })).toEqual([
      "2 comment 3",
      `3 issue b ${A.length}`,
    ]);
  });
});

describe("a whole file (M01)", () => {
  test("what stands is given by id in byte order, deleted issues apart", () => {
    const ids = ["bd-2", "\uFF21", "bd-10", "😀", "bd-1"];
    const text = ["# one", ...ids.map((id) => row(id)), "", row("bd-2", ',"tombstone":true,"rev":7'), "#two", "{"].join(
      "\n",
    );
    const file = loadIssueFile(utf8.encode(text), utf8, "f");
    if (!file.ok) throw new Error(file.message);
    const { issues, tombstones, standings, ...met } = file;
    expect([...issues.keys()]).toEqual(["bd-1", "bd-10", "\uFF21", "😀"]);
    expect([...tombstones.keys()]).toEqual(["bd-2"]);
    expect(standings.get("bd-2")).toEqual({ rev: 7, updated_at: "2026-02-01T00:00:00Z", by: "", explicit: true });
    expect(met).toEqual({
      ok: true,
      collisions: new Set(),
      lines: 10,
      comments: ["# one", "#two"],
      conflictMarkers: [],
      tail: { offset: utf8.encode(text).length - 1, length: 1, taken: false },
    });
  });

  test("a last row without its newline is taken and said", () => {
    const file = loadIssueFile(utf8.encode(`${row("a")}\n=======\n${row("b")}`), utf8, "f");
    if (!file.ok) throw new Error(file.message);
    const tail = { offset: row("a").length + 9, length: row("b").length, taken: true };
    expect([[...file.issues.keys()], file.tail, file.conflictMarkers]).toEqual([["a", "b"], tail, [2]]);
  });

  test.each<[string, readonly number[] | string, string]>([
    ["the first bad line", `${row("a")}\n\n{}\nx\n`, "line 3: parse error: missing field `id` at line 1 column 2"],
    ["NUL, before all else", "x\n\0", "corrupted substrate: .p/i: contains NUL byte(s)"],
    [
      "no UTF-8, before bad lines",
      [0x78, 0x0a, 0xff],
      "corrupted substrate: .p/i: contains non-UTF-8 byte sequence(s)",
    ],
    ["no UTF-8 in a comment", [0x23, 0xff, 0x0a], "corrupted substrate: .p/i: contains non-UTF-8 byte sequence(s)"],
    [
      "no UTF-8 in a key nobody knows",
      [...utf8.encode(row("a", ',"x":"')).slice(0, -1), 0xff, 0x22, 0x7d, 0x0a],
      "corrupted substrate: .p/i: contains non-UTF-8 byte sequence(s)",
    ],
  ])("is refused for %s (K14)", (_, content, message) => {
    const bytes = typeof content === "string" ? utf8.encode(content) : Uint8Array.from(content);
    expect(loadIssueFile(bytes, utf8, ".p/i")).toEqual({ ok: false, message });
  });

  test("a tail that was cut inside a character is torn, not corrupt (K14)", () => {
    const bytes = utf8.encode(`${row("a")}\n{"id":"é`).slice(0, -1);
    const file = loadIssueFile(bytes, utf8, "f");
    expect(file.ok && [[...file.issues.keys()], file.tail?.taken]).toEqual([["a"], false]);
  });
});

test("cut anywhere, a file keeps every row before the cut and tells of the rest (K14)", () => {
  const cut = fc.array(arbitraryIssue, { minLength: 1, maxLength: 3 }).chain((issues) => {
    const bytes = utf8.encode(issues.map((issue, at) => `${writeIssue({ ...issue, id: `bd-${at}` })}\n`).join(""));
    return fc.tuple(fc.constant(bytes), fc.nat({ max: bytes.length }));
  });
  fc.assert(
    fc.property(cut, ([bytes, length]) => {
      const kept = bytes.slice(0, length);
      const file = loadIssueFile(kept, utf8, "f");
      if (!file.ok) throw new Error(file.message);
      const whole = kept.filter((byte) => byte === 0x0a).length;
      const taken = file.tail?.taken === true ? 1 : 0;
      expect(file.issues.size + file.tombstones.size).toBe(whole + taken);
      expect(file.tail === undefined).toBe(length === 0 || kept[length - 1] === 0x0a);
    }),
  );
});

test("an id that two clones gave to issues of their own is named; a row of another tool tells nothing", () => {
  const made = (rev: string, created: string) =>
    `{"id":"bd-4","title":"t","created_at":"${created}","updated_at":"2026-03-01T00:00:00Z"${rev}}\n`;
  const [one, other] = ["2026-03-01T00:00:00Z", "2026-03-01T00:00:01Z"];
  const collisionsOf = (text: string) => {
    const file = loadIssueFile(utf8.encode(text), utf8, "p");
    return file.ok ? [...file.collisions] : file.message;
  };
  expect(collisionsOf(made(',"rev":1', one) + made(',"rev":1', other))).toEqual(["bd-4"]);
  expect(collisionsOf(made(',"rev":1', one) + made(',"rev":2', one))).toEqual([]);
  expect(collisionsOf(made(',"rev":1', one) + made("", other))).toEqual([]);
});
