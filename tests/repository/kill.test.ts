import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diceOf } from "../../scripts/chaos/dice.ts";
import { type GitRepository, gitRepository } from "../support/git-repository.ts";
import { ROOT } from "../support/root.ts";
import { runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const CHILD = join(ROOT, "tests/repository/worker-child.ts");
/** `TUSK_KILLS=100` is the full measure. */
const KILLS = Number(process.env["TUSK_KILLS"] ?? 12);
const LIMIT_MS = 60_000 + KILLS * 30_000;
const PERSONS = "M a.txt\n?? mine.txt";
const seed = Number(process.env["TUSK_SEED"] ?? 7);

/** Starts a worker and kills it, alone or with every git of its, after a while; true when it had ended before. */
async function killed(
  words: readonly string[],
  { afterMs, isTree }: { readonly afterMs: number; readonly isTree: boolean },
): Promise<boolean> {
  const child = spawn(process.execPath, [CHILD, ...words], { stdio: "ignore", detached: true });
  const ended = new Promise<boolean>((resolve) => child.once("exit", (code) => resolve(code === 0)));
  const timer = setTimeout(() => process.kill(isTree ? -(child.pid ?? 0) : (child.pid ?? 0), "SIGKILL"), afterMs);
  const isDone = await ended;
  clearTimeout(timer);
  return isDone;
}

/** How long a worker takes to be ready, and to do one issue: the kills are spread over that. */
async function measured({ root }: GitRepository): Promise<number> {
  const start = performance.now();
  const end = await runProcess(process.execPath, [CHILD, root, "warm-up"], { timeout: LIMIT_MS });
  expect(end.stderr).toBe("");
  return performance.now() - start;
}

test(
  `a worker killed with -9 at ${KILLS} random moments leaves nothing half done: the next one finishes, and the person's files stay (seed ${seed})`,
  async () => {
    const repository = gitRepository(folder);
    const { root, git, write } = repository;
    for (let at = 0; at < 300; at += 1) write(`many/${at % 10}/${at}.txt`, `${at}\n`.repeat(200));
    git(["add", "."]);
    git(["commit", "-qm", "many"]);
    write("a.txt", "a person's change\n");
    write("mine.txt", "a person's file\n");
    const wholeMs = await measured(repository);
    const dice = diceOf(seed);
    const issueIds: string[] = [];
    for (let at = 0; at < KILLS; at += 1) {
      const issueId = `k-${at}`;
      issueIds.push(issueId);
      const isTree = at % 2 === 0;
      await killed([root, issueId], { afterMs: dice.roll(wholeMs), isTree });
      // The checkout is never behind its branch: once the branch has it, files and index have all of it.
      const isMerged = git(["log", "-1", "--format=%B"]).endsWith(`Tusk-Issue: ${issueId}`);
      if (isMerged) expect({ at, status: git(["status", "--short"]) }).toEqual({ at, status: PERSONS });
      const end = await runProcess(process.execPath, [CHILD, root, issueId], { timeout: LIMIT_MS });
      expect({ at, stderr: end.stderr }).toEqual({ at, stderr: "" });
      expect({ at, status: git(["status", "--short"]) }).toEqual({ at, status: PERSONS });
    }
    const merged = git(["log", "--format=%(trailers:key=Tusk-Issue,valueonly)", "main"])
      .split("\n")
      .filter((line) => line !== "");
    expect(merged.toSorted()).toEqual(["warm-up", ...issueIds].toSorted());
    expect(git(["fsck", "--strict", "--no-dangling"])).toBe("");
    expect(readdirSync(join(root, ".premath/worktrees"))).toEqual([".scratch"]);
    expect(readdirSync(join(root, ".premath/worktrees/.scratch"))).toEqual([]);
    expect(existsSync(join(root, ".git/index.lock"))).toBe(false);
  },
  LIMIT_MS,
);
