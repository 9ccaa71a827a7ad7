import { readdirSync, readFileSync, readlinkSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Younger ones are left alone: whoever made it may be about to name it by closing it. */
const MIN_AGE_MS = 1000;

/**
 * Takes away a lock of git's whose git was killed: it is not new, no process has it open, and no git that is older than it works in this repository. True
 * when there is none any more.
 */
export function clearStaleLock(lock: string): boolean {
  const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (made === undefined) return true;
  if (Date.now() - made < MIN_AGE_MS || isHeld(lock)) return false;
  rmSync(lock, { force: true });
  return true;
}

function isHeld(lock: string): boolean {
  const repository = gitFolderAbove(lock);
  return processes().some((pid) => isGitIn(pid, repository) || hasOpen(pid, lock));
}

/** The folder of the repository that a lock lies in, and whatever lies around that one. */
function gitFolderAbove(lock: string): string {
  const at = lock.lastIndexOf("/.git/");
  return at === -1 ? dirname(lock) : lock.slice(0, at);
}

function isGitIn(pid: string, folder: string): boolean {
  if (!isGit(pid)) return false;
  const cwd = readOr(() => readlinkSync(`/proc/${pid}/cwd`), "");
  return cwd === folder || cwd.startsWith(`${folder}/`);
}

/** Whether a process is a git. */
export function isGit(pid: string): boolean {
  return readOr(() => readFileSync(`/proc/${pid}/comm`, "utf8"), "").startsWith("git");
}

function hasOpen(pid: string, path: string): boolean {
  const folder = `/proc/${pid}/fd`;
  return readOr(() => readdirSync(folder), []).some((fd) => readOr(() => readlinkSync(`${folder}/${fd}`), "") === path);
}

/** The processes that can be seen from here. */
export function processes(): readonly string[] {
  return readOr(() => readdirSync("/proc"), []).filter((name) => /^\d+$/.test(name));
}

/** What is read of a process; the other value when it has ended or is somebody else's. */
export function readOr<T>(read: () => T, other: T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && "code" in error) return other;
    throw error;
  }
}
