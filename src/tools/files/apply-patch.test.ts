import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { callOnce } from "../../../tests/tools/call-in.ts";
import { temporaryWorkspace, treeDigest, treeOf } from "../../../tests/tools/temporary-workspace.ts";

type Files = Readonly<Record<string, string>>;

function wrapped(...lines: readonly string[]): string {
  return ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
}

describe("what a patch does to files (T06)", () => {
  test.each<[string, Files, readonly string[], Files]>([
    [
      "moves to a folder that is new",
      { "a/x": "1\n" },
      ["*** Update File: a/x", "*** Move to: b/c/y", "@@", "-1", "+2"],
      { "b/c/y": "2\n" },
    ],
    [
      "moves over a file",
      { x: "1\n", y: "9\n" },
      ["*** Update File: x", "*** Move to: y", "@@", "-1", "+2"],
      { y: "2\n" },
    ],
    ["moves bytes that are no text", { x: "\0ÿ" }, ["*** Update File: x", "*** Move to: y"], { y: "\0ÿ" }],
    [
      "moves to its own place",
      { x: "1\n" },
      ["*** Update File: x", "*** Move to: ./x", "@@", "-1", "+2"],
      { x: "2\n" },
    ],
    ["adds over a file", { x: "1\n2\n" }, ["*** Add File: x", "+3"], { x: "3\n" }],
    ["adds an empty file", {}, ["*** Add File: x"], { x: "" }],
    ["updates what it added", {}, ["*** Add File: x", "+1", "*** Update File: ./x", "@@", "-1", "+2"], { x: "2\n" }],
    [
      "updates a file twice",
      { x: "1\n2\n" },
      ["*** Update File: x", "-1", "+a", "*** Update File: x", "-a", "+b"],
      { x: "b\n2\n" },
    ],
    ["adds again what it deleted", { x: "1\n" }, ["*** Delete File: x", "*** Add File: x", "+2"], { x: "2\n" }],
    ["deletes what it added", {}, ["*** Add File: x", "+1", "*** Delete File: x"], {}],
    [
      "keeps one byte order mark, also when the patch names it",
      { x: "ï»¿1\n" },
      ["*** Update File: x", "-\uFEFF1", "+\uFEFF2"],
      { x: "ï»¿2\n" },
    ],
    ["keeps the byte order mark", { x: "ï»¿1\r\n" }, ["*** Update File: x", "-1", "+2"], { x: "ï»¿2\r\n" }],
  ])("%s", async (_, files, lines, expected) => {
    const root = temporaryWorkspace(
      Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, "latin1")])),
    );
    const { failure } = await callOnce(root, "apply_patch", { input: wrapped(...lines) });
    expect([failure, treeOf(root)]).toEqual([undefined, expected]);
  });

  test("every section has a row, and every changed file an artifact (T07)", async () => {
    const root = temporaryWorkspace({ a: "1\n", b: "1\n2\n" });
    const patch = wrapped(
      "*** Update File: a",
      "*** Move to: c",
      "-1",
      "+x",
      "+y",
      "*** Delete File: b",
      "*** Add File: d",
      "+z",
    );
    const { payload, artifacts } = await callOnce(root, "apply_patch", { patch });
    const [moved, gone, made] = ["c", "b", "d"].map((path) => artifacts.find((row) => row.path === path));
    const before = artifacts.find((row) => row.path === "a")?.before;
    expect(payload).toEqual({
      files: [
        {
          path: "c",
          action: "move",
          from: "a",
          added: 2,
          removed: 1,
          match: "exact",
          digest: moved?.after,
          before,
          basis: "unread",
        },
        {
          path: "b",
          action: "delete",
          added: 0,
          removed: 2,
          match: "exact",
          digest: null,
          before: gone?.before,
          basis: "unread",
        },
        {
          path: "d",
          action: "add",
          added: 1,
          removed: 0,
          match: "exact",
          digest: made?.after,
          before: null,
          basis: "created",
        },
      ],
      diff: "--- a\n+++ c\n@@ -1,1 +1,2 @@\n-1\n+x\n+y\n--- b (deleted)\n+++ d\n+z",
    });
    expect(artifacts.map(({ path }) => path).toSorted()).toEqual(["a", "b", "c", "d"]);
  });
});

describe("rows say what stands there after the patch", () => {
  async function digestsAfter(files: Files, ...lines: readonly string[]): Promise<readonly unknown[]> {
    const { payload } = await callOnce(temporaryWorkspace(files), "apply_patch", { patch: wrapped(...lines) });
    const rows = (payload as { readonly files: readonly Readonly<Record<string, unknown>>[] }).files;
    return rows.map(({ path, action, digest }) => [path, action, digest]);
  }
  const digest = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;

  test("also when a file was moved away and back", async () => {
    const there = ["*** Update File: f", "*** Move to: g"];
    const back = ["*** Update File: g", "*** Move to: f"];
    expect(await digestsAfter({ f: "1\n" }, ...there, ...back)).toStrictEqual([
      ["g", "move", null],
      ["f", "move", digest("1\n")],
    ]);
  });

  test("also when one section undoes another", async () => {
    const change = ["*** Update File: f", "-1", "+2"];
    expect(
      await digestsAfter(
        { f: "1\n" },
        ...change,
        "*** Update File: f",
        "-2",
        "+1",
        "*** Add File: g",
        "*** Delete File: g",
      ),
    ).toStrictEqual([
      ["f", "update", digest("1\n")],
      ["f", "update", digest("1\n")],
      ["g", "add", null],
      ["g", "delete", null],
    ]);
  });
});

describe("a patch that fails anywhere changes nothing anywhere (T03)", () => {
  const FILES = { a: "one\ntwo\n", "d/x": "", bin: "a\0", z: "last\n" };
  const FINE = ["*** Add File: n", "+new", "*** Update File: z", "-last", "+LAST"];

  test.each<[string, readonly string[], string, string]>([
    [
      "a missing file to update",
      ["*** Update File: no", "-a", "+b"],
      "NotFound",
      '"no" does not exist: add it with *** Add File. No file was changed',
    ],
    [
      "a missing file to delete",
      ["*** Delete File: no"],
      "NotFound",
      '"no" does not exist: it cannot be deleted. No file was changed',
    ],
    [
      "lines that are not there",
      ["*** Update File: a", "@@ one", "-tow", "+x"],
      "InvalidInput",
      '"a" was not patched: the lines of hunk 1 (@@ one) are not there after line 1: "tow". Nothing in it is similar: read the file again. No file was changed',
    ],
    [
      "line numbers",
      ["*** Update File: a", "@@ -1,2 +1,2 @@", "-one", "+x"],
      "InvalidInput",
      '"a" was not patched: hunk 1 (@@ -1,2 +1,2 @@) names a line that is not there: "-1,2 +1,2 @@". Line numbers mean nothing here: put a line of the file after @@. No file was changed',
    ],
    [
      "a file that is no text",
      ["*** Update File: bin", "-a", "+b"],
      "InvalidInput",
      '"bin" is no text: it is not UTF-8 or holds a NUL byte. No file was changed',
    ],
    ["a folder", ["*** Delete File: d"], "InvalidInput", '"d" is a folder, not a file'],
    [
      "a path that leads out",
      ["*** Add File: ../x", "+1"],
      "InvalidInput",
      '"../x" holds .. : it may not lead out of the workspace',
    ],
    [
      "a move that leads out",
      ["*** Update File: d/x", "*** Move to: /tmp/x"],
      "InvalidInput",
      '"/tmp/x" is absolute: give it relative to the workspace',
    ],
    [
      "a protected file",
      ["*** Add File: .git/hooks/pre-commit", "+x"],
      "Denied",
      '".git/hooks/pre-commit" is protected',
    ],
    [
      "a file that shall be a folder too",
      ["*** Add File: q", "+1", "*** Add File: q/r/s", "+2"],
      "InvalidInput",
      '"q" is both a file and a folder in this patch. No file was changed',
    ],
    [
      "a folder that shall be a file too",
      ["*** Add File: q/r/s", "+2", "*** Update File: a", "*** Move to: q/r"],
      "InvalidInput",
      '"q/r" is both a file and a folder in this patch. No file was changed',
    ],
    [
      "a move to the same place",
      ["*** Update File: a", "*** Move to: ./a"],
      "InvalidInput",
      '"a" is moved to its own place: name another, or give a hunk. No file was changed',
    ],
    [
      "a long line that is not there",
      ["*** Update File: a", `-${"two ".repeat(30)}`],
      "InvalidInput",
      `the lines of hunk 1 are not there: "${"two ".repeat(9)}two…". Nearest: line 2 has "two", the patch has "${"two ".repeat(6)}…"`,
    ],
    [
      "a marker behind a space that is no line of the file, below a move",
      ["*** Update File: d/x", "*** Move to: e", " *** Delete File: a"],
      "InvalidInput",
      '"d/x" was not patched: the lines of hunk 1 are not there: "*** Delete File: a"',
    ],
    [
      "a marker behind a space that is no line of the file, below the end of a file",
      ["*** Update File: a", "-two", "*** End of File", " *** Delete File: bin"],
      "InvalidInput",
      '"a" was not patched: the lines of hunk 2 are not there after line 2: "*** Delete File: bin"',
    ],
    ["a folder made of a file", ["*** Add File: a/x", "+x"], "InvalidInput", '"a/x"'],
    [
      "an unknown header",
      ["*** Rename File: a"],
      "InvalidInput",
      'the patch cannot be read: line 7 of the patch is "*** Rename File: a"',
    ],
  ])("%s", async (_, lines, code, message) => {
    const root = temporaryWorkspace(FILES);
    const before = treeDigest(root);
    const { failure, artifacts } = await callOnce(root, "apply_patch", { patch: wrapped(...FINE, ...lines) });
    expect(failure?.code).toBe(code);
    expect(failure?.message).toContain(message);
    expect([treeDigest(root), artifacts]).toEqual([before, []]);
  });
});

test("a random patch over several files makes all of them, or with one wrong line none (T06)", async () => {
  const row = fc.tuple(fc.constantFrom("keep", "remove", "add"), fc.constantFrom("a", "b", "", "é", " x", "$&"));
  const files = fc.dictionary(fc.constantFrom("f", "g", "h/i"), fc.array(row, { minLength: 1, maxLength: 12 }), {
    minKeys: 1,
  });
  const marks: Readonly<Record<string, string>> = { keep: " ", remove: "-", add: "+" };
  const root = temporaryWorkspace({});
  await fc.assert(
    fc.asyncProperty(files, fc.constantFrom("\n", "\r\n"), fc.boolean(), async (rows, end, spoil) => {
      const sides = Object.entries(rows).map(([path, lines]) => ({
        path,
        lines: [["keep", "first"] as const, ...lines, ["remove", "last"] as const],
      }));
      const text = (side: (typeof sides)[number], without: string): string =>
        side.lines
          .filter(([kind]) => kind !== without)
          .map(([, line]) => line + end)
          .join("");
      const before = Object.fromEntries(sides.map((side) => [side.path, text(side, "add")]));
      const after = Object.fromEntries(sides.map((side) => [side.path, text(side, "remove")]));
      rmSync(root, { recursive: true });
      for (const [path, content] of Object.entries(before)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), content);
      }
      const patch = sides.flatMap(({ path, lines }) => [
        `*** Update File: ${path}`,
        "@@",
        ...lines.map(([kind, line]) => `${marks[kind]}${line}`),
      ]);
      const wrong = spoil ? ["*** Update File: f2", "@@", "-x"] : [];
      const { outcome } = await callOnce(root, "apply_patch", { patch: wrapped(...patch, ...wrong) });
      const tree = Object.fromEntries(sides.map(({ path }) => [path, readFileSync(join(root, path), "utf8")]));
      expect([outcome, tree]).toEqual(spoil ? ["failed", before] : ["ok", after]);
    }),
    { numRuns: 60 },
  );
});
