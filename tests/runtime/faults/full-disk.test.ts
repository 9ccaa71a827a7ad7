import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readFileJournal } from "#memory";
import type { AgentEvent } from "#ports";
import { isInRows } from "../../../scripts/chaos/check-session.ts";
import { compileChild } from "../../../scripts/chaos/compile-child.ts";
import { KilledSession } from "../../../scripts/chaos/killed-session.ts";
import { runProcess } from "../../support/run-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const root = temporaryFolder();
const disk = join(root, "disk");
mkdirSync(disk);
/** A small disk of memory; only root may mount one. */
const isMounted = spawnSync("/bin/sh", ["-c", 'mount -t tmpfs -o size=256k none "$0"', disk]).status === 0;
const hasLimits = spawnSync("/bin/sh", ["-c", "prlimit --version"]).status === 0;
afterAll(() => {
  if (isMounted) spawnSync("/bin/sh", ["-c", 'umount -l "$0"', disk]);
});
let child = "";
beforeAll(async () => {
  child = await compileChild(join(root, "child"));
});

/** What a process of the scene said: how it ended, and what was told that is in no row. */
async function heard(
  folder: string,
  { effects, around = [] }: { readonly effects: string; readonly around?: readonly string[] },
): Promise<{ readonly ended: string; readonly untrue: readonly string[] }> {
  const [program, ...words] = [...around, process.execPath, child, folder, effects];
  const { stdout, stderr } = await runProcess(program, words);
  expect(stderr).toBe("");
  const lines = stdout.trimEnd().split("\n");
  const { rows } = existsSync(join(folder, "s1.jsonl"))
    ? await readFileJournal(join(folder, "s1.jsonl"))
    : { rows: [] };
  const untrue = lines.filter((line) => {
    if (line.startsWith("illegal")) return true;
    if (!line.startsWith("told ")) return false;
    const event = JSON.parse(line.slice("told ".length)) as AgentEvent;
    // What nobody can record any more is told as unknown: the end of a call or a step that was under way.
    return !isInRows(event, rows) && event.kind !== "ToolCompleted" && event.kind !== "StepFailed";
  });
  return { ended: lines.at(-1) ?? "", untrue };
}

const FAILED =
  /^ended \{"phase":"Failed","error":"(?:the journal (?:could not be written|takes no row any more): .+|.+ is full)"\}$/;

test.skipIf(!isMounted)(
  "on a disk that runs full a session fails, tells nothing that is not there, and completes when there is room (R11, pain 4; skipped where no tmpfs can be mounted)",
  async () => {
    const outcomes = new Set<string>();
    for (const free of [4096, 8192, 12_288, 16_384, 20_480, 28_672]) {
      for (const name of readdirSync(disk)) rmSync(join(disk, name), { recursive: true });
      const folder = join(disk, "session");
      mkdirSync(folder);
      // What is full is the journal's disk.
      const effects = join(root, `effects-${free}`);
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(join(disk, "ballast"), Buffer.alloc(Math.max(0, bavail * bsize - free)));
      const { ended, untrue } = await heard(folder, { effects });
      outcomes.add(ended);
      expect([free, untrue]).toEqual([free, []]);
      rmSync(join(disk, "ballast"));
      expect([free, await new KilledSession(child, folder, effects).complete()]).toEqual([free, []]);
    }
    expect([...outcomes].some((ended) => FAILED.test(ended))).toBe(true);
  },
  120_000,
);

test.skipIf(!hasLimits)(
  "a journal that may grow no further: the session fails, and completes when it may (R11; skipped without prlimit)",
  async () => {
    for (const limit of [9000, 11_000, 14_000, 18_000, 22_000]) {
      const folder = join(root, `limit-${limit}`);
      mkdirSync(folder);
      const effects = join(folder, "effects");
      const { ended, untrue } = await heard(folder, { effects, around: ["prlimit", `--fsize=${limit}`] });
      expect([limit, ended, untrue]).toEqual([limit, expect.stringMatching(FAILED), []]);
      expect(readFileSync(join(folder, "s1.jsonl")).length).toBeLessThanOrEqual(limit);
      expect([limit, await new KilledSession(child, folder).complete()]).toEqual([limit, []]);
    }
  },
  120_000,
);
