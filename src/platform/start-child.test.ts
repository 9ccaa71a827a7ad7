import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { type ChildOptions, startChild } from "./start-child.ts";

const folder = temporaryFolder();

function shell(command: string, options: Partial<ChildOptions> = {}): ChildOptions {
  return { program: "/bin/sh", argv: ["-c", command], cwd: folder, env: {}, ...options };
}

async function said(options: ChildOptions): Promise<readonly unknown[]> {
  const child = await startChild(options);
  const [stdout, stderr] = [child.stdout, child.stderr];
  if (stdout === undefined || stderr === undefined) throw new Error("no pipes");
  const words = Promise.all([text(stdout), text(stderr)]);
  return [await child.exit, ...(await words)];
}

test("a child says what it says and ends as it ends", async () => {
  expect(await said(shell("echo out; echo err >&2; exit 3"))).toEqual([{ code: 3, signal: null }, "out\n", "err\n"]);
  expect(await said(shell("kill -9 $$"))).toEqual([{ code: null, signal: "SIGKILL" }, "", ""]);
});

test("its environment is what it was given, and nothing of ours", async () => {
  process.env["TUSK_CANARY"] = "secret";
  const env = { ONE: "1", TWO: "two words" };
  expect(await said({ program: "/usr/bin/env", argv: [], cwd: "/", env })).toEqual([
    { code: 0, signal: null },
    "ONE=1\nTWO=two words\n",
    "",
  ]);
});

test("standard input is a pipe where that is said, and ends when we end it", async () => {
  const child = await startChild(shell("cat; echo end", { stdin: "pipe" }));
  child.stdin?.end("from us\n");
  expect(child.stdout && (await text(child.stdout))).toBe("from us\nend\n");
  expect((await startChild(shell("true"))).stdin).toBeUndefined();
});

test("standard input is empty, or the descriptor that it was given", async () => {
  writeFileSync(join(folder, "input"), "from a file\n");
  const descriptor = openSync(join(folder, "input"), "r");
  expect(await said(shell("cat; echo end"))).toEqual([{ code: 0, signal: null }, "end\n", ""]);
  expect(await said(shell("cat", { stdin: descriptor }))).toEqual([{ code: 0, signal: null }, "from a file\n", ""]);
  closeSync(descriptor);
});

test("further pipes are read in their places", async () => {
  const child = await startChild(shell("echo three >&3; echo four >&4", { extra: ["pipe", "pipe"] }));
  const [three, four] = child.extra;
  if (three === undefined || four === undefined) throw new Error("no pipes");
  child.stdout?.resume();
  child.stderr?.resume();
  expect(await Promise.all([text(three), text(four)])).toEqual(["three\n", "four\n"]);
  await child.closed;
});

test("a detached child leads a group of its own", async () => {
  const group = "cut -d' ' -f5 /proc/$$/stat; echo $$";
  const [, words] = await said(shell(group, { detached: true, env: { PATH: "/usr/bin:/bin" } }));
  const [leader, own] = String(words).trim().split("\n");
  expect(leader).toBe(own);
});

test("`exit` comes with the process, `closed` when nobody holds its pipes", async () => {
  const child = await startChild(shell("sleep 0.3 & exit 0", { env: { PATH: "/usr/bin:/bin" } }));
  child.stdout?.resume();
  child.stderr?.resume();
  const order: string[] = [];
  await Promise.all([child.exit.then(() => order.push("exit")), child.closed.then(() => order.push("closed"))]);
  expect(order).toEqual(["exit", "closed"]);
});

test("what cannot be started is rejected with the system's error", async () => {
  const missing = startChild({ program: join(folder, "none"), argv: [], cwd: "/", env: {} });
  await expect(missing).rejects.toMatchObject({ code: "ENOENT" });
  await expect(startChild({ program: "sh", argv: [], cwd: "/", env: {} })).rejects.toThrow("is no absolute path");
});
