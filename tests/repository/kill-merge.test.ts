import { spawn } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "vitest";
import { openRepository } from "#platform";
import { diceOf } from "../../scripts/chaos/dice.ts";
import { gitRepository } from "../support/git-repository.ts";
import { ROOT } from "../support/root.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const CHILD = join(ROOT, "tests/repository/merge-child.ts");
/** `TUSK_KILLS=100` is the full measure. */
const KILLS = Number(process.env["TUSK_KILLS"] ?? 8);
const FILES = 600;
const LOOK_MS = 1000;
const LIMIT_MS = 60_000 + KILLS * 30_000;
const PERSONS = "M a.txt\n?? mine.txt";

/** Starts a merge and kills it with its gits a while after something is seen; true when that was in the middle. */
async function isHit(
  root: string,
  words: readonly string[],
  { hasBegun, afterMs }: { readonly hasBegun: () => boolean; readonly afterMs: number },
): Promise<boolean> {
  const child = spawn(process.execPath, [CHILD, root, ...words], { stdio: "ignore", detached: true });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const runs = (): boolean => child.exitCode === null;
  while (runs() && !hasBegun()) await after(1);
  const begun = performance.now();
  while (runs() && performance.now() - begun < afterMs) await after(1);
  if (runs()) process.kill(-(child.pid ?? 0), "SIGKILL");
  await ended;
  return existsSync(lockOf(root));
}

const lockOf = (root: string): string => join(root, ".git/index.lock");

test(
  `a merge killed with -9 at ${KILLS} moments while it moves the person's checkout never leaves that behind its branch, and is finished`,
  async () => {
    const { root, state, git, write } = gitRepository(folder);
    const path = (at: number): string => `many/${at % 20}/${at}.txt`;
    for (let at = 0; at < FILES; at += 1) write(path(at), `${at}\n`.repeat(50));
    git(["add", "."]);
    git(["commit", "-qm", "many"]);
    write("a.txt", "a person's change\n");
    write("mine.txt", "a person's file\n");
    const dice = diceOf(3);
    let [hits, windowMs] = [0, 100];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const repository = await openRepository(root, { stateFolder: state });
      const issueId = `k-${kill}`;
      const worktree = await repository.openWorktree(issueId);
      for (let at = 0; at < FILES; at += 1) writeFileSync(join(worktree.path, path(at)), `${kill} ${at}\n`.repeat(50));
      rmSync(join(worktree.path, path(kill)));
      writeFileSync(join(worktree.path, `new-${kill}`), "new\n");
      const { tree } = await repository.snapshot(worktree);
      const commit = await repository.commit(worktree, { tree, message: issueId, trailers: [["Tusk-Issue", issueId]] });
      // From the lock on it looks; from the first file that goes on it moves.
      const isMove = kill % 4 !== 0;
      const hasBegun = (): boolean => (isMove ? !existsSync(join(root, path(kill))) : existsSync(lockOf(root)));
      const afterMs = dice.roll(isMove ? windowMs : LOOK_MS);
      const isMiddle = await isHit(root, [issueId, commit], { hasBegun, afterMs });
      hits += isMiddle ? 1 : 0;
      if (process.env["D9"])
        process.stderr.write(
          `${kill} middle=${isMiddle} ahead=${git(["diff", "--name-only", "HEAD"]).split("\n").length} head=${git(["rev-parse", "main"]) === commit}\n`,
        );
      if (isMove) windowMs = Math.max(10, windowMs * (isMiddle ? 1.2 : 0.7));
      if (git(["rev-parse", "main"]) === commit)
        expect({ kill, status: git(["status", "--short"]) }).toEqual({ kill, status: PERSONS });
      const next = await openRepository(root, { stateFolder: state });
      expect(await next.merge(worktree, commit)).toMatchObject({
        kind: expect.stringMatching(/merged|already/) as string,
      });
      expect({ kill, status: git(["status", "--short"]) }).toEqual({ kill, status: PERSONS });
      expect(git(["rev-parse", "HEAD"])).toBe(commit);
      await next.closeWorktree(issueId);
    }
    if (process.env["D9"]) process.stderr.write(`HITS ${hits}/${KILLS}\n`);
    expect(hits).toBeGreaterThan(0);
    expect(git(["fsck", "--strict", "--no-dangling"])).toBe("");
  },
  LIMIT_MS,
);
