import { spawn } from "node:child_process";
import {
  chmodSync,
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { JsonObject } from "#kernel";
import { makeFifo } from "../support/make-fifo.ts";
import { runProcess } from "../support/run-process.ts";
import { answerIn, callIn, sessionIn } from "./call-in.ts";
import { temporaryWorkspace, treeDigest } from "./temporary-workspace.ts";

const GIB = 2 ** 30;
const RACE_SECONDS = 5;
const none = { complete: true, next_offset: null, total: 0 };

/** A program that leaves a mark when it is run. */
function planted(root: string, name: string): { readonly program: string; readonly mark: string } {
  const [program, mark] = [join(root, name), join(root, "mark")];
  writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\ncat "$1"\n`);
  chmodSync(program, 0o755);
  return { program, mark };
}

test("option injection in a pattern: it is a pattern, whatever it looks like (SECURITY 3; CVE-2025-58764)", async () => {
  const root = temporaryWorkspace({ a: "text\n" });
  const { program, mark } = planted(root, "run.sh");
  const digest = treeDigest(root);
  for (const pattern of [
    `--pre=${program}`,
    "-f/etc/passwd",
    "--output=x",
    "-e.",
    "--search-zip",
    `--hostname-bin=${program}`,
    "--files",
  ])
    for (const fixed of [true, false])
      expect(await answerIn(root, "grep", { pattern, fixed, glob: "a", mode: "files" })).toMatchObject({
        files: [],
        ...none,
      });
  expect([existsSync(mark), treeDigest(root)]).toStrictEqual([false, digest]);
});

test.each(["--pre=run.sh", "-f/etc/passwd", "--output=x", "!*", "../*", "/etc/*", "~/*"])(
  "option injection in a glob: %s is InvalidInput (SECURITY 3)",
  async (glob) => {
    const root = temporaryWorkspace({ a: "text\n" });
    const calls: readonly [string, JsonObject][] = [
      ["grep", { pattern: "text", glob }],
      ["glob", { pattern: glob }],
    ];
    for (const [tool, args] of calls) expect(await answerIn(root, tool, args)).toMatchObject({ code: "InvalidInput" });
  },
);

test.each(["--pre=run.sh", "-f/etc/passwd", "--output=x", "-"])(
  "option injection in a path: %s is a name, and nothing stands there (SECURITY 3)",
  async (path) => {
    const root = temporaryWorkspace({ a: "text\n" });
    for (const [tool, args] of [
      ["grep", { pattern: "text" }],
      ["glob", { pattern: "*" }],
      ["ls", {}],
      ["read", {}],
    ] as const)
      expect(await answerIn(root, tool, { ...args, path })).toMatchObject({ code: "NotFound" });
  },
);

test("a path that begins with a dash is searched as a path", async () => {
  const root = temporaryWorkspace({ "--pre=x/-f": "text\n" });
  expect(await answerIn(root, "grep", { pattern: "text", path: "--pre=x" })).toMatchObject({
    matches: [{ path: "--pre=x/-f", line: 1, text: "text" }],
  });
});

test.each(["../x", "a/../../x", "/etc/passwd", "~/x", "C:\\x", "a\\b", "a\0b", "\\\\host\\x", ""])(
  "the path %j is InvalidInput for every tool that looks (SECURITY 3, paths)",
  async (path) => {
    const root = temporaryWorkspace({ a: "" });
    for (const [tool, args] of [
      ["grep", { pattern: "x" }],
      ["glob", { pattern: "*" }],
      ["ls", {}],
      ["read", {}],
    ] as const)
      expect(await answerIn(root, tool, { ...args, path })).toMatchObject({ code: "InvalidInput" });
  },
);

test("env/PATH hijack: neither a planted rg nor a planted configuration is used (SECURITY 3)", async () => {
  const root = temporaryWorkspace({ "a.txt": "needle\n" });
  const { program, mark } = planted(root, "rg");
  writeFileSync(join(root, ".ripgreprc"), `--pre=${program}\n--files-without-match\n`);
  const path = process.env["PATH"];
  onTestFinished(() => {
    process.env["PATH"] = path;
    delete process.env["RIPGREP_CONFIG_PATH"];
  });
  process.env["PATH"] = `.:${root}`;
  process.env["RIPGREP_CONFIG_PATH"] = join(root, ".ripgreprc");
  expect(await answerIn(root, "grep", { pattern: "^needle" })).toMatchObject({
    matches: [{ path: "a.txt", line: 1 }],
    total: 1,
  });
  expect(await answerIn(root, "glob", { pattern: "a*" })).toMatchObject({ files: ["a.txt"] });
  expect(existsSync(mark)).toBe(false);
});

test("symlinked files and folders are not followed by any tool that looks (SECURITY 3)", async () => {
  const outside = temporaryWorkspace({ "secret.txt": "SECRET\n" });
  const root = temporaryWorkspace({ "a.txt": "plain\n" });
  symlinkSync(outside, join(root, "folder"));
  symlinkSync(join(outside, "secret.txt"), join(root, "file"));
  expect([
    await answerIn(root, "grep", { pattern: "SECRET" }),
    await answerIn(root, "glob", { pattern: "**/*" }),
  ]).toMatchObject([
    { matches: [], ...none },
    { files: ["a.txt"], total: 1 },
  ]);
  for (const path of ["folder", "folder/secret.txt", "file"])
    for (const [tool, args] of [
      ["grep", { pattern: "S" }],
      ["glob", { pattern: "*" }],
      ["ls", {}],
      ["read", {}],
    ] as const)
      expect(await answerIn(root, tool, { ...args, path })).toMatchObject({ code: "Denied" });
});

test("sibling prefix: a folder whose name only begins like the workspace is outside (CVE-2025-54794, -53110)", async () => {
  const parent = temporaryWorkspace({ "ws/a": "", "ws-evil/x": "SECRET" });
  for (const path of ["../ws-evil/x", join(parent, "ws-evil/x")])
    expect(await answerIn(join(parent, "ws"), "read", { path })).toMatchObject({ code: "InvalidInput" });
});

test("a FIFO in a searched folder does not make anything wait (SECURITY 3)", async () => {
  const root = temporaryWorkspace({ a: "needle\n" });
  makeFifo(join(root, "pipe"));
  expect([
    await answerIn(root, "grep", { pattern: "needle", mode: "files" }),
    await answerIn(root, "glob", { pattern: "*" }),
    await answerIn(root, "grep", { pattern: "needle", path: "pipe" }),
  ]).toMatchObject([{ files: ["a"], total: 1 }, { files: ["a"], total: 1 }, { code: "Denied" }]);
});

test("a pipe, a device or a link in the place of an ignore file says nothing, and nothing waits for it (SECURITY 3, special files)", async () => {
  const parent = temporaryWorkspace({
    "rules.txt": "b\n",
    "ws/a": "needle\n",
    "ws/src/b": "needle\n",
    "ws/.git/info/": "",
  });
  const root = join(parent, "ws");
  for (const path of [".gitignore", "ws/.gitignore", "ws/.git/info/exclude", "ws/src/.rgignore"])
    makeFifo(join(parent, path));
  symlinkSync("/dev/zero", join(root, ".ignore"));
  symlinkSync("../../rules.txt", join(root, "src/.ignore"));
  const start = performance.now();
  expect([
    await answerIn(root, "grep", { pattern: "needle", mode: "files" }),
    await answerIn(root, "glob", { pattern: "*" }),
    await answerIn(root, "glob", { pattern: "*", path: "src" }),
  ]).toMatchObject([
    { files: ["a", "src/b"], total: 2, complete: true },
    { files: ["a", "src/b"], total: 2, complete: true },
    { files: ["src/b"], total: 1, complete: true },
  ]);
  expect(performance.now() - start).toBeLessThan(5000);
});

test("an ignore file above the workspace is not read, one that is too large says nothing", async () => {
  const parent = temporaryWorkspace({
    ".gitignore": "a\n",
    "ws/a": "",
    "ws/b": "",
    "ws/.gitignore": "b\n",
    "ws/x/c": "",
  });
  sparse(join(parent, "ws/x/.gitignore"), "c\n", "");
  expect(await answerIn(join(parent, "ws"), "glob", { pattern: "?" })).toMatchObject({ files: ["a", "x/c"], total: 2 });
});

test("ReDoS: a pattern that stops a backtracking engine for minutes takes no time (SECURITY 3)", async () => {
  const root = temporaryWorkspace({ a: `${"a".repeat(100_000)}!\n` });
  const start = performance.now();
  expect(await answerIn(root, "grep", { pattern: "^(a+)+$" })).toMatchObject({ matches: [] });
  expect(performance.now() - start).toBeLessThan(5000);
});

test("a pattern that would take all memory is refused, not tried (SECURITY 3, size bomb)", async () => {
  const root = temporaryWorkspace({ a: "text\n" });
  expect(await answerIn(root, "grep", { pattern: "((((a{100}){100}){100}){10})" })).toMatchObject({
    code: "InvalidInput",
  });
});

test("NUL in a pattern is InvalidInput, and so is a pattern that is too long", async () => {
  const root = temporaryWorkspace({ a: "text\n" });
  for (const pattern of ["a\0b", "x".repeat(2001), ""])
    expect(await answerIn(root, "grep", { pattern })).toMatchObject({ code: "InvalidInput" });
});

test(`a second process swaps a folder and a file for links to a secret for ${RACE_SECONDS} s: it never appears, not even as a count (SECURITY 3, TOCTOU swap)`, async () => {
  const outside = temporaryWorkspace({ "secret.txt": "SECRET", "file.txt": "SECRET", "only-outside.txt": "SECRET" });
  const root = temporaryWorkspace({ "dir/file.txt": "inside", "dir/secret.txt": "inside", "dir/deep/x.txt": "inside" });
  const child = spawn(process.execPath, [join(import.meta.dirname, "swapping-child.ts"), root, outside], {
    stdio: "ignore",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  while (!existsSync(join(root, "started"))) await setTimeout(5);
  const session = sessionIn(root);
  const calls: readonly [string, JsonObject][] = [
    ["grep", { pattern: "S[E]CRET" }],
    ["grep", { pattern: "S[E]CRET", mode: "count" }],
    ["grep", { pattern: "S[E]CRET", mode: "files", path: "dir" }],
    ["grep", { pattern: ".", path: "dir", context: 2 }],
    ["grep", { pattern: ".", path: "dir/file.txt" }],
    ["glob", { pattern: "*" }],
    ["glob", { pattern: "*", path: "dir" }],
    ["ls", { path: "dir" }],
    ["read", { path: "dir/file.txt" }],
    ["read", { path: "dir/only-outside.txt" }],
  ];
  const seen = { ok: 0, failed: 0, inside: 0 };
  for (const end = Date.now() + RACE_SECONDS * 1000; Date.now() < end;) {
    for (const [tool, args] of calls) {
      const { outcome, payload } = await callIn(session, tool, args);
      const said = JSON.stringify(payload);
      expect(said).not.toContain("SECRET");
      if (outcome === "ok") expect(said).not.toContain("only-outside");
      if (outcome === "ok" && args["pattern"] === "SECRET") expect(payload).toMatchObject({ total: 0 });
      seen.inside += said.includes("inside") ? 1 : 0;
      seen[outcome === "ok" ? "ok" : "failed"] += 1;
    }
  }
  // The race was real: some calls found what is there, some were refused.
  expect(Math.min(seen.ok, seen.failed, seen.inside)).toBeGreaterThan(3);
});

/** A file of a gibibyte that takes next to nothing on the disk: text at its beginning and end, zeros between. */
function sparse(path: string, beginning: string, end: string): void {
  const file = openSync(path, "w");
  writeSync(file, beginning);
  ftruncateSync(file, GIB);
  writeSync(file, end, GIB);
  closeSync(file);
}

test("a page of a file of 1 GB is read in constant memory: its first line, its last, and one line that is all of it (T07)", async () => {
  const root = temporaryWorkspace({ small: "small\n" });
  sparse(join(root, "large"), "first\n".repeat(2000), "\nlast\n");
  sparse(join(root, "line"), "x".repeat(10_000), "");
  const read = async (path: string, ...offsets: string[]): Promise<{ grown: number; pages: readonly JsonObject[] }> => {
    const args = [join(import.meta.dirname, "reading-child.ts"), root, path, ...offsets];
    return JSON.parse((await runProcess(process.execPath, args, { timeout: 100_000 })).stdout);
  };
  const large = await read("large", "1", "2002");
  expect(large.pages).toMatchObject([
    {
      content: "first\n".repeat(10),
      total_lines: null,
      next_offset: 11,
      size: GIB + 6,
      digest: null,
      encoding: "utf-8",
    },
    { content: "last\n", first_line: 2002, total_lines: 2002, next_offset: null },
  ]);
  const line = await read("line", "1");
  expect(line.pages).toMatchObject([
    {
      content: `${"x".repeat(2000)}… [${GIB - 2000} bytes more in this line]`,
      clipped_lines: 1,
      total_lines: 1,
      next_offset: null,
    },
  ]);
  expect(Math.max(large.grown, line.grown)).toBeLessThan(48);
}, 240_000);
