import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { alone, type RepositorySeat, worktreesFolder } from "./repository-seat.ts";
import { readOr } from "./stale-lock.ts";
import { ISSUE_FILE, type Registration, registrations } from "./worktree-places.ts";

/** What git writes down of a worktree while it makes it, in the words of our gits. */
const MAKING = "initializing";

/**
 * Takes away what a git that was killed in the middle of making a worktree of ours has left. Git writes it down in several files, and where one of them is there and
 * still empty it refuses every look at the worktrees, also a person's.
 */
export async function clearHalfMade(seat: RepositorySeat): Promise<void> {
  if (halfMade(seat).length > 0) await makingWorktrees(seat, async () => undefined);
}

/** Does something while no other worker makes a worktree, and with nothing of one that was never finished in the way. */
export function makingWorktrees<T>(seat: RepositorySeat, work: () => Promise<T>): Promise<T> {
  return alone(seat, "worktrees", async () => {
    for (const { gitFolder, path } of halfMade(seat)) {
      rmSync(gitFolder, { recursive: true, force: true, maxRetries: 3 });
      if (path !== undefined && isEmpty(path)) rmSync(path, { recursive: true, force: true });
    }
    return work();
  });
}

function halfMade(seat: RepositorySeat): readonly Registration[] {
  return registrations(seat).filter(({ gitFolder, path }) => {
    const isOurs = path?.startsWith(`${worktreesFolder(seat)}/`) === true;
    if (!isOurs || existsSync(join(gitFolder, ISSUE_FILE))) return false;
    return readOr(() => readFileSync(join(gitFolder, "locked"), "utf8"), "").trim() === MAKING;
  });
}

/** Whether a folder has nothing in it but the file that makes it a worktree. */
function isEmpty(path: string): boolean {
  return readOr(() => readdirSync(path), undefined)?.every((name) => name === ".git") === true;
}
