import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { openTrajectories } from "#memory";
import { now } from "#platform";
import { ROOT } from "../support/root.ts";
import { runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder();
const CHILD = join(ROOT, "tests/memory/trajectory-writer.ts");
const WRITERS = 8;
const WRITES = 200;
const KILLS = 10;
/** A process takes seconds to start on a machine that is busy with others. */
const PATIENCE = 240_000;

const newPath = (): string => join(mkdtempSync(join(root, "trajectory-")), "t.jsonl");
const trajectories = await openTrajectories({ now, indexFrom: 10_000 });

function stepsIn(path: string): readonly string[] {
  return trajectories.query(path, { mode: "latest", limit: Infinity, strict: true }).items.map(({ stepId }) => stepId);
}

test(
  "eight processes that append at once lose and tear nothing, and each keeps its order (M04)",
  { timeout: PATIENCE },
  async () => {
    const path = newPath();
    const names = Array.from({ length: WRITERS }, (_, n) => `worker.${n}`);
    const running = names.map((name) =>
      runProcess(process.execPath, [CHILD, path, name, `${WRITES}`], { timeout: PATIENCE }),
    );
    // Asked all the while: whoever reads sees whole rows only.
    const writers = { areDone: false };
    const done = Promise.all(running).finally(() => (writers.areDone = true));
    while (!writers.areDone) {
      expect(trajectories.query(path, { mode: "latest", limit: 3 }).badCount).toBe(undefined);
      await setTimeout(100);
    }
    expect((await done).map(({ code, stderr }) => [code, stderr])).toEqual(names.map(() => [0, ""]));
    const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
    const written = lines.map((line) => (JSON.parse(line) as { readonly stepId: string }).stepId);
    for (const name of names)
      expect(written.filter((step) => step.startsWith(`${name}.`))).toEqual(
        Array.from({ length: WRITES }, (_, n) => `${name}.bd-1.${n}`),
      );
    expect(stepsIn(path).length).toBe(WRITERS * WRITES);
  },
);

/** Starts a writer, kills it with -9 at some moment after its first words, and answers the appends that it has told. */
async function killedWriter(path: string, name: string, after: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [CHILD, path, name, "0"], { stdio: ["ignore", "pipe", "pipe"] });
  let [told, complaint] = ["", ""];
  child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString("utf8")));
  const closed = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const begun = new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      told += chunk.toString("utf8");
      resolve();
    });
  });
  // One that cannot start ends by itself, and says why.
  await Promise.race([begun, closed]);
  await setTimeout(after);
  child.kill("SIGKILL");
  await closed;
  expect({ signal: child.signalCode, complaint }).toEqual({ signal: "SIGKILL", complaint: "" });
  return told.split("\n").slice(1, -1);
}

test(
  "a writer that is killed loses nothing that it told, and stands in nobody's way (M04)",
  { timeout: PATIENCE },
  async () => {
    const path = newPath();
    const told: string[] = [];
    for (let n = 0; n < KILLS; n++) {
      told.push(...(await killedWriter(path, `worker.${n}`, 5 + n * 13)));
      // What a kill in the middle of a write leaves; the next writer puts it aside.
      if (n % 2 === 0 && existsSync(path)) appendFileSync(path, `{"schema":1,"stepKind":"premath.harn`);
    }
    trajectories.append(path, [{ stepId: "last", action: "a", resultClass: "ok", finishedAt: "2020-01-01T00:00:00Z" }]);
    const found = new Set(stepsIn(path));
    expect(told.filter((step) => !found.has(step))).toEqual([]);
    expect(found.has("last")).toBe(true);
    expect(told.length).toBeGreaterThan(0);
    expect(readdirSync(join(path, "..", "quarantine")).length).toBeGreaterThan(0);
  },
);

test("a torn last line is put aside and told; a whole one that lacks its newline is ended (M04)", async () => {
  const path = newPath();
  const notices: string[] = [];
  const writer = await openTrajectories({ now, notice: (text) => void notices.push(text) });
  const row = { action: "a", resultClass: "ok", finishedAt: "2026-01-01T00:00:00Z" };
  writer.append(path, [{ ...row, stepId: "1" }]);
  appendFileSync(path, readFileSync(path, "utf8").trimEnd().replace('"1"', '"2"'));
  writer.append(path, [{ ...row, stepId: "3" }]);
  appendFileSync(path, '{"schema":1,"stepId":"tor');
  expect(writer.query(path, { mode: "latest", limit: 9 }).badCount).toBe(1);
  writer.append(path, [{ ...row, stepId: "4" }]);
  expect(stepsIn(path)).toEqual(["1", "2", "3", "4"]);
  expect(notices).toEqual([
    expect.stringMatching(/^a torn last line of .*t\.jsonl was moved to .*quarantine\/t\.jsonl\.\w+$/),
  ]);
  const kept = join(path, "../quarantine");
  expect(readdirSync(kept).map((name) => readFileSync(join(kept, name), "utf8"))).toEqual([
    '{"schema":1,"stepId":"tor\n',
  ]);
});

test("what cannot be appended is refused in the contract's words, and nothing is written (M04)", async () => {
  const path = newPath();
  const fresh = { stepId: "s", action: "a", resultClass: "ok", finishedAt: "bad" };
  expect(() => trajectories.append(path, [{ ...fresh, finishedAt: "2026-01-01T00:00:00Z" }, fresh])).toThrow(
    `failed to append harness trajectory row at ${path}: invalid trajectory row: finishedAt must be RFC3339: bad`,
  );
  expect(existsSync(path)).toBe(false);
  const folder = join(path, "..");
  expect(() => trajectories.append(folder, [{ ...fresh, finishedAt: "2026-01-01T00:00:00Z" }])).toThrow(
    `failed to append harness trajectory row at ${folder}: failed to read/write trajectory: Is a directory (os error 21)`,
  );
  expect(existsSync(`${folder}.lock.db`)).toBe(false);
  expect(() => trajectories.append("", [{ ...fresh, finishedAt: "2026-01-01T00:00:00Z" }])).toThrow(
    "failed to append harness trajectory row at : failed to read/write trajectory: No such file or directory (os error 2)",
  );
  expect(trajectories.query(join(CHILD, "t.jsonl"), { mode: "latest", limit: 1 }).totalCount).toBe(0);
  expect(() => trajectories.query(folder, { mode: "latest", limit: 1 })).toThrow(
    `failed to read harness trajectory rows from ${folder}: invalid trajectory row: trajectory path is not a file: ${folder}`,
  );
});
