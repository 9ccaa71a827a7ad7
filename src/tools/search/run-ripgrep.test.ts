import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeFifo } from "../../../tests/support/make-fifo.ts";
import { temporaryWorkspace } from "../../../tests/tools/temporary-workspace.ts";
import { runRipgrep } from "./run-ripgrep.ts";

const NEWLINE = 0x0a;
const all = { separator: NEWLINE, signal: new AbortController().signal, onRecord: () => true };

/** Children of this process that are ripgrep. */
function running(): readonly string[] {
  return readdirSync("/proc").filter((id) => {
    if (!/^\d+$/.test(id)) return false;
    try {
      const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, "utf8")) ?? [];
      return name === "rg" && parent === `${process.pid}`;
    } catch (error) {
      if (error instanceof Error && "code" in error) return false;
      throw error;
    }
  });
}

test("records come one by one, and no match is no failure", async () => {
  const cwd = temporaryWorkspace({ "a.txt": "one\ntwo\n" });
  const records: string[] = [];
  const onRecord = (record: Buffer): boolean => records.push(record.toString()) > 0;
  expect(await runRipgrep({ ...all, cwd, args: ["--regexp=o", "--", "./"], onRecord })).toBe("all");
  expect(records).toStrictEqual(["./a.txt:one", "./a.txt:two"]);
  expect(await runRipgrep({ ...all, cwd, args: ["--regexp=absent", "--", "./"] })).toBe("all");
});

test("a search of which no more is wanted is stopped, however much it would say", async () => {
  const cwd = temporaryWorkspace({ "a.txt": "line\n".repeat(500_000) });
  let seen = 0;
  const onRecord = (): boolean => ++seen < 10;
  expect(await runRipgrep({ ...all, cwd, args: ["--regexp=line", "--", "./"], onRecord })).toBe("stopped");
  expect([seen, running()]).toStrictEqual([10, []]);
});

test("an abort kills the process, and it is gone when the call ends", async () => {
  const stop = new AbortController();
  const cwd = temporaryWorkspace();
  // Named outright, it is opened, and there is never a writer.
  makeFifo(join(cwd, "pipe"));
  const ended = runRipgrep({ ...all, cwd, signal: stop.signal, args: ["--regexp=line", "--", "./pipe"] });
  while (running().length === 0) await setTimeout(5);
  stop.abort(new Error("given up"));
  await expect(ended).rejects.toThrow("given up");
  expect(running()).toStrictEqual([]);
});

test("what is aborted before it begins does not begin", async () => {
  const signal = AbortSignal.abort(new Error("given up"));
  await expect(runRipgrep({ ...all, cwd: "/", signal, args: ["--files"] })).rejects.toThrow("given up");
});

test.each([
  ["(a", "pattern: unclosed group"],
  ["(?=a)b", "pattern: look-around, including look-ahead and look-behind, is not supported"],
  ["((((a{100}){100}){100}){10})", "pattern: compiled regex exceeds size limit of 104857600"],
  ["a\nb", 'pattern: the literal "\\n" is not allowed in a regex'],
])("the pattern %j is refused in ripgrep's own words", async (pattern, message) => {
  const refused = runRipgrep({ ...all, cwd: temporaryWorkspace(), args: [`--regexp=${pattern}`, "--", "./"] });
  await expect(refused).rejects.toMatchObject({ code: "InvalidInput", message });
});

test("a file that cannot be read leaves the rest, and is told", async () => {
  const cwd = temporaryWorkspace({ "a.txt": "one\n" });
  const records: string[] = [];
  const onRecord = (record: Buffer): boolean => records.push(record.toString()) > 0;
  expect(await runRipgrep({ ...all, cwd, args: ["--regexp=one", "--", "./a.txt", "./gone"], onRecord })).toBe("some");
  expect(records).toStrictEqual(["./a.txt:one"]);
});
