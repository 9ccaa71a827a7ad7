import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { byCodePoint } from "#kernel";
import { openArtifacts } from "#memory";
import { now } from "#platform";
import { ROOT } from "../support/root.ts";
import { runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder();
const CHILD = join(ROOT, "tests/memory/artifact-writer.ts");
const WRITERS = 8;
const WRITES = 50;
const KILLS = 8;
/** A process takes seconds to start on a machine that is busy with others. */
const PATIENCE = 180_000;

const newFolder = (): string => mkdtempSync(join(root, "artifacts-"));
const sorted = (texts: readonly string[]): readonly string[] => texts.toSorted(byCodePoint);

async function idsIn(folder: string): Promise<readonly string[]> {
  const { ledgers } = await openArtifacts({ now });
  return ledgers.load(join(folder, "ledger.json")).features.map(({ featureId }) => featureId);
}

test(
  "eight processes that write one ledger and one session at once lose no row (M03, M05)",
  { timeout: PATIENCE },
  async () => {
    const folder = newFolder();
    const names = Array.from({ length: WRITERS }, (_, n) => `w${n}`);
    const writing = Promise.all(
      names.map((name) => runProcess(process.execPath, [CHILD, folder, name, `${WRITES}`], { timeout: PATIENCE })),
    );
    const seen = await rowsSeenUntil(writing, folder);
    const ends = await writing;
    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(names.map(() => [0, ""]));
    const all = names.flatMap((name) => Array.from({ length: WRITES }, (_, n) => `${name}.${n}`));
    expect(await idsIn(folder)).toEqual(sorted(all));
    // A reader waits for nobody: it met ledgers of several lengths, each of them whole, none shorter than the one before.
    expect(new Set(seen).size).toBeGreaterThan(1);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(readdirSync(folder).toSorted()).toEqual([
      "ledger.json",
      "ledger.json.lock.db",
      "session.json",
      "session.json.lock.db",
    ]);
  },
);

/** Reads the ledger again and again until others are done, and once more; answers how many rows it had each time. */
async function rowsSeenUntil(done: Promise<unknown>, folder: string): Promise<readonly number[]> {
  const { ledgers } = await openArtifacts({ now });
  const seen: number[] = [];
  const look = (): number => seen.push(ledgers.read(join(folder, "ledger.json"))?.features.length ?? 0);
  const watch = setInterval(look, 2);
  await done;
  clearInterval(watch);
  look();
  return seen;
}

/** Starts a writer, kills it with -9 a little after it has told so many writes, and answers those that it has told. */
async function killedWriter(folder: string, name: string, writes: number, afterMs: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [CHILD, folder, name, "0"], { stdio: ["ignore", "pipe", "inherit"] });
  let told = "";
  const reached = new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      told += chunk.toString();
      if (told.split("\n").length > writes + 1) resolve();
    });
  });
  const gone = new Promise((resolve) => child.once("close", resolve));
  await reached;
  await setTimeout(afterMs);
  child.kill("SIGKILL");
  await gone;
  return told.split("\n").slice(1, -1);
}

test(
  "killed with -9 at any moment, a writer leaves whole files, keeps what it has told, and frees the lock (M03, M05, M09)",
  { timeout: PATIENCE },
  async () => {
    const folder = newFolder();
    const told: string[] = [];
    // Four at once, so that one is killed while others wait for what it holds.
    for (let round = 0; round < KILLS; round += 4) {
      const writers = [0, 1, 2, 3].map((n) => killedWriter(folder, `k${round + n}`, n, round + n));
      told.push(...(await Promise.all(writers)).flat());
    }
    const { sessions, ledgers } = await openArtifacts({ now });
    // Both can be read, and nothing that was told is lost.
    const ids = await idsIn(folder);
    expect(told.filter((id) => !ids.includes(id))).toEqual([]);
    expect(told.length).toBeGreaterThan(0);
    const session = sessions.load(join(folder, "session.json"));
    expect(session.summary).toMatch(/^(\d+)\1*$/);
    // The next writers do not wait for the dead, and take away what they left.
    const start = performance.now();
    ledgers.write(join(folder, "ledger.json"), { featureId: "last", status: "pending" });
    sessions.write(join(folder, "session.json"), { sessionId: "last" });
    expect(performance.now() - start).toBeLessThan(5000);
    expect(readdirSync(folder).filter((name) => name.includes(".tmp."))).toEqual([]);
  },
);
