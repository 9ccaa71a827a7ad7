import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openWorkspace } from "../../src/tools/workspace/open-workspace.ts";
import { temporaryWorkspace, treeDigest } from "./temporary-workspace.ts";

const ROUNDS = 25;

/** Runs the child until it has changed something, then for a moment more, then kills it. */
async function killInTheMiddle(root: string, moment: number): Promise<void> {
  const before = readFileSync(join(root, "alone.txt"), "utf8");
  const child = spawn(process.execPath, [join(import.meta.dirname, "editing-child.ts"), root], { stdio: "inherit" });
  while (readFileSync(join(root, "alone.txt"), "utf8") === before && child.exitCode === null)
    await new Promise((done) => setTimeout(done, 1));
  await new Promise((done) => setTimeout(done, moment));
  child.kill("SIGKILL");
  if (child.signalCode === null && child.exitCode === null) await once(child, "exit");
  expect(child.signalCode).toBe("SIGKILL");
}

/** The number that a whole file repeats; undefined for one that is neither old nor new. */
function numberIn(root: string, name: string): number | undefined {
  const lines = readFileSync(join(root, name), "utf8").split("\n");
  const whole = lines.length === 20_001 && lines.at(-1) === "" && new Set(lines.slice(0, -1)).size === 1;
  return whole ? Number(lines[0]) : undefined;
}

test("kill -9 in a loop of edits: each file is old or new, changes of several files are whole, nothing is left after the next start (T07)", async () => {
  const start = "0\n".repeat(20_000);
  const root = temporaryWorkspace({
    "alone.txt": start,
    "one.txt": start,
    "sub/two.txt": start,
    "three-0.txt": start,
    "three-1.txt": start,
  });
  let leftBehind = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await killInTheMiddle(root, (round * 7) % 23);
    const names = readdirSync(root, { recursive: true, encoding: "utf8" });
    const drafts = names.filter((name) => name.includes(".tusk-"));
    const files = names.filter((name) => name.endsWith(".txt"));
    for (const name of files) expect(numberIn(root, name), name).toBeTypeOf("number");
    leftBehind += drafts.length > 0 ? 1 : 0;
    openWorkspace(root, { role: "next" }).close();
    expect(readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.includes(".tusk-"))).toEqual(
      [],
    );
    const one = numberIn(root, "one.txt");
    expect(numberIn(root, "sub/two.txt")).toBe(one);
    expect(numberIn(root, `three-${(one ?? 0) % 2}.txt`)).toBe(one);
  }
  // The kills hit the middle of changes: otherwise this proves nothing.
  expect(leftBehind).toBeGreaterThan(3);
});

test("a change of several files that is killed before any one of its steps is done or undone whole at the next start (T07)", () => {
  const files = { "one.txt": "1", "sub/two.txt": "2", "four.txt": "4" };
  const [oldTree, newTree] = [temporaryWorkspace(files), temporaryWorkspace(files)];
  const run = (root: string, step: number) =>
    spawnSync(process.execPath, [join(import.meta.dirname, "killed-at-child.ts"), root, `${step}`], {
      encoding: "utf8",
    });
  expect(run(newTree, 0)).toMatchObject({ status: 0, stderr: "" });
  const ends = { old: 0, new: 0, torn: 0 };
  let step = 1;
  for (; ; step++) {
    const root = temporaryWorkspace(files);
    const { signal, status } = run(root, step);
    if (status === 0) break;
    expect(signal).toBe("SIGKILL");
    if (readdirSync(root, { recursive: true, encoding: "utf8" }).some((name) => name.includes(".tusk-")))
      ends.torn += 1;
    openWorkspace(root, { role: "next" }).close();
    const tree = treeDigest(root);
    const isOld = tree === treeDigest(oldTree);
    expect(isOld || tree === treeDigest(newTree), `killed before step ${step}`).toBe(true);
    ends[isOld ? "old" : "new"] += 1;
  }
  expect(step).toBeGreaterThan(15);
  expect(ends.old).toBeGreaterThan(10);
  expect(ends.new).toBeGreaterThan(1);
  expect(ends.torn).toBeGreaterThan(10);
});
