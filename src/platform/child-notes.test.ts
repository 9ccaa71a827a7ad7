import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { leftoverChildren } from "./child-notes.ts";
import { ownerName } from "./process-owner.ts";
import { startChild } from "./start-child.ts";

const state = temporaryFolder();
const notes = join(state, "children");
const CHILD = join(import.meta.dirname, "../../tests/shell/leaving-child.ts");

beforeEach(() => void vi.stubEnv("TUSK_STATE_DIR", state));

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

test("a child is noted while it lives, and not after", async () => {
  const child = await startChild({ program: "/bin/sleep", argv: ["30"], cwd: "/", env: {} });
  const names = namesIn(notes);
  expect(names).toEqual([`${ownerName()}.${child.pid}.json`]);
  expect(JSON.parse(readFileSync(join(notes, names[0] ?? ""), "utf8"))).toEqual({
    pid: child.pid,
    start: expect.stringMatching(/^\d+$/),
    program: "/bin/sleep",
    since: expect.any(Number),
  });
  expect(leftoverChildren()).toEqual([]);
  child.kill("SIGKILL");
  await child.exit;
  expect(namesIn(notes)).toEqual([]);
});

test("a child that outlives a killed owner is found, until it is gone", async () => {
  const env = { TUSK_STATE_DIR: state };
  const owner = await startChild({ program: process.execPath, argv: [CHILD], cwd: "/", env });
  const left = await new Promise<number>((resolve) => {
    owner.stdout?.once("data", (bytes: Buffer) => resolve(Number(bytes.toString())));
  });
  expect(leftoverChildren()).toEqual([]);
  owner.kill("SIGKILL");
  await owner.exit;
  expect(leftoverChildren()).toMatchObject([{ pid: left, program: "/bin/sleep" }]);
  process.kill(left, "SIGKILL");
  while (leftoverChildren().length > 0) await setTimeout(5);
  expect(namesIn(notes)).toEqual([]);
});

test("a note of another machine start, a torn one and a stray file name no process", () => {
  const self = ownerName();
  const gone = self.replace(/\.\d+$/, ".1");
  const note = JSON.stringify({ pid: process.pid, start: "1", program: "/bin/true", since: 0 });
  writeFileSync(join(notes, `00000000.1.2.3.${process.pid}.json`), note);
  writeFileSync(join(notes, `${gone}.${process.pid}.json`), note);
  writeFileSync(join(notes, `${gone}.7.json`), '{"pid":');
  writeFileSync(join(notes, "README"), "");
  expect(leftoverChildren()).toEqual([]);
  expect(namesIn(notes)).toEqual(["README"]);
});

test("where no note can be written, a child runs all the same", async () => {
  vi.stubEnv("TUSK_STATE_DIR", "/proc/nowhere");
  vi.stubEnv("TMPDIR", "/proc/nowhere");
  vi.resetModules();
  const fresh = await import("./start-child.ts");
  const child = await fresh.startChild({ program: "/bin/true", argv: [], cwd: "/", env: {} });
  expect(await child.exit).toEqual({ code: 0, signal: null });
});
