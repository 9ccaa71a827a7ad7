import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { answerIn, callIn, sessionIn } from "../../../tests/tools/call-in.ts";
import { temporaryWorkspace } from "../../../tests/tools/temporary-workspace.ts";

const whole = { complete: true, next_offset: null, skipped: { binary: 0, too_large: 0 } };

test("lines that fit are shown by path in byte order, then by line (T07)", async () => {
  const root = temporaryWorkspace({
    "a/b.txt": "x\nneedle 1\nneedle 2\n",
    "a.txt": "needle 0\r\n",
    ".hidden": "no\nneedle\n",
  });
  expect(await answerIn(root, "grep", { pattern: "^needle" })).toStrictEqual({
    mode: "lines",
    matches: [
      { path: ".hidden", line: 2, text: "needle" },
      { path: "a.txt", line: 1, text: "needle 0" },
      { path: "a/b.txt", line: 2, text: "needle 1" },
      { path: "a/b.txt", line: 3, text: "needle 2" },
    ],
    total: 4,
    ...whole,
  });
});

test("files and counts, with the same order and the same pages", async () => {
  const root = temporaryWorkspace({ "src/a": "n\nn\n", "src/b": "n\n", "src/c": "m\n", d: "n\n" });
  expect([
    await answerIn(root, "grep", { pattern: "n", path: "src", mode: "files" }),
    await answerIn(root, "grep", { pattern: "n", mode: "count", limit: 2 }),
    await answerIn(root, "grep", { pattern: "n", mode: "count", offset: 2 }),
  ]).toStrictEqual([
    { mode: "files", files: ["src/a", "src/b"], total: 2, ...whole },
    {
      mode: "count",
      counts: [
        { path: "d", count: 1 },
        { path: "src/a", count: 2 },
      ],
      total: 3,
      ...whole,
      next_offset: 2,
    },
    { mode: "count", counts: [{ path: "src/b", count: 1 }], total: 3, ...whole },
  ]);
});

test("lines beside a match are shown with it, also where matches are close", async () => {
  const root = temporaryWorkspace({ a: "\uFEFF1\n2 hit\n3 hit\n4\n5\n" });
  expect(await answerIn(root, "grep", { pattern: "hit", path: "a", context: 1 })).toMatchObject({
    matches: [
      { path: "a", line: 2, text: "2 hit", before: ["1"], after: ["3 hit"] },
      { path: "a", line: 3, text: "3 hit", before: ["2 hit"], after: ["4"] },
    ],
  });
});

test("pages of lines, put together, are all lines, across many files", async () => {
  const names = Array.from({ length: 300 }, (_, n) => `f${n}`);
  const root = temporaryWorkspace(Object.fromEntries(names.map((name) => [name, `${name}\nhit ${name}\n`])));
  const seen: unknown[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const { payload } = await callIn(sessionIn(root), "grep", { pattern: "hit", offset, limit: 70 });
    const page = payload as {
      readonly matches: readonly { readonly text: string }[];
      readonly next_offset: number | null;
    };
    seen.push(...page.matches.map(({ text }) => text));
    offset = page.next_offset;
  }
  expect(seen).toStrictEqual(names.toSorted().map((name) => `hit ${name}`));
});

test("a glob chooses files and does not bring back what is ignored, nor what belongs to version control", async () => {
  const root = temporaryWorkspace({
    ".gitignore": "dist\n*.log\n",
    "a.ts": "hit",
    "a.js": "hit",
    "dist/b.ts": "hit",
    "x.log": "hit",
    ".git/c.ts": "hit",
    "lib/.hg/d.ts": "hit",
    ".github/e.ts": "hit",
  });
  const files = async (args: object): Promise<unknown> =>
    ((await answerIn(root, "grep", { pattern: "hit", mode: "files", ...args })) as { readonly files: unknown }).files;
  expect([await files({}), await files({ glob: "*.ts" }), await files({ glob: "**/*" })]).toStrictEqual([
    [".github/e.ts", "a.js", "a.ts"],
    [".github/e.ts", "a.ts"],
    [".github/e.ts", "a.js", "a.ts"],
  ]);
});

test("a fixed text is no expression, and case is ignored only when asked", async () => {
  const root = temporaryWorkspace({ a: "f(x)\nF(X)\nfx\n" });
  const lines = async (args: object): Promise<unknown> =>
    ((await answerIn(root, "grep", { path: "a", ...args, pattern: "f(x)" })) as { readonly total: number }).total;
  expect([
    await lines({}),
    await lines({ fixed: true }),
    await lines({ fixed: true, ignore_case: true }),
  ]).toStrictEqual([1, 1, 2]);
});

test("binary files are counted and not shown; lines are clipped; no match is an empty list", async () => {
  const root = temporaryWorkspace({ binary: "hit\0\n", long: `hit ${"x".repeat(3000)}\n` });
  expect(await answerIn(root, "grep", { pattern: "hit" })).toStrictEqual({
    mode: "lines",
    matches: [{ path: "long", line: 1, text: `hit ${"x".repeat(496)}…` }],
    total: 1,
    ...whole,
    skipped: { binary: 1, too_large: 0 },
  });
  expect(await answerIn(root, "grep", { pattern: "absent" })).toStrictEqual({
    mode: "lines",
    matches: [],
    total: 0,
    ...whole,
  });
});

test("a page of long lines ends before it is truncated, and says where to go on", async () => {
  const root = temporaryWorkspace({ a: `hit ${"x".repeat(490)}\n`.repeat(500) });
  const { payload, truncation } = await callIn(sessionIn(root), "grep", { pattern: "hit", limit: 500 });
  expect(payload).toMatchObject({ total: 500, next_offset: expect.any(Number) });
  expect(truncation).toBeUndefined();
});

test("a flood of hits is cut, and said to be", async () => {
  const root = temporaryWorkspace({ a: "hit\n".repeat(100_000), b: "hit\n" });
  expect(await answerIn(root, "grep", { pattern: "hit", limit: 1 })).toMatchObject({
    total: 20_000,
    complete: false,
    next_offset: 1,
  });
});

test("a named file that is too large is refused; one below a folder is not searched", async () => {
  const root = temporaryWorkspace({ small: "hit\n" });
  writeFileSync(join(root, "large"), "hit\n");
  truncateSync(join(root, "large"), 33 * 1024 * 1024);
  expect(await answerIn(root, "grep", { pattern: "hit", path: "large" })).toMatchObject({
    code: "InvalidInput",
    message: expect.stringContaining('grep: "large" has more than 32 MiB: use read'),
  });
  expect(await answerIn(root, "grep", { pattern: "hit", mode: "files" })).toMatchObject({
    files: ["small"],
    complete: true,
  });
});

test("what cannot be searched is refused: no such path, a glob on a file, an expression that is none", async () => {
  const root = temporaryWorkspace({ file: "" });
  const answers = [{ path: "fiel" }, { path: "file", glob: "*" }, { pattern: "[a" }, { path: "file", pattern: "a\\" }];
  expect(await Promise.all(answers.map((args) => answerIn(root, "grep", { pattern: "x", ...args })))).toMatchObject([
    { code: "NotFound", message: expect.stringContaining('grep: "fiel" does not exist; similar: "file"') },
    { code: "InvalidInput", message: expect.stringContaining('grep: "file" is a file: glob is for folders') },
    { code: "InvalidInput", message: expect.stringContaining("grep: pattern: unclosed character class") },
    { code: "InvalidInput", message: expect.stringContaining("grep: pattern: unclosed group") },
  ]);
});

test("the files that were read are recorded", async () => {
  const root = temporaryWorkspace({ "src/a": "hit", "src/b": "none" });
  expect((await callIn(sessionIn(root), "grep", { pattern: "hit", path: "src" })).reads).toStrictEqual([
    "src",
    "src/a",
  ]);
});
