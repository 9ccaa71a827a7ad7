import { existsSync, lstatSync } from "node:fs";
import type { WorktreeSnapshot } from "#ports";
import { type BytePath, joinNul, placeOf, splitNul, tellPaths } from "./byte-paths.ts";
import type { Checkout } from "./checkout-lock.ts";
import { repositoryError } from "./repository-error.ts";
import { baseOf, refValue, type RepositorySeat } from "./repository-seat.ts";
import { gitOutput, gitText } from "./run-git-bytes.ts";
import { type Scratch, withScratch } from "./scratch.ts";
import { GITLINK, readRaw, treeChanges } from "./tree-changes.ts";
import { checkoutAt, type IssuePlace } from "./worktree-places.ts";
import { copyIndex } from "./write-index.ts";

/** The state folder's name in every worktree: what the base has there is kept, whatever stands there now. */
const STATE = ".premath";

/** What a worktree holds, and the commit that it is at. */
export interface HeadSnapshot extends WorktreeSnapshot {
  readonly head: string;
}

/** Writes the tree that a commit of everything in a worktree would have. Index and files stay; no filter is run. */
export async function snapshot(seat: RepositorySeat, place: IssuePlace): Promise<HeadSnapshot> {
  const [checkout, head] = [checkoutAt(seat, place.path), await refValue(seat, place.ref)];
  if (checkout === undefined || head === undefined || !existsSync(place.path))
    throw repositoryError("no_repository", `there is no worktree of ${place.issueId} at ${place.path}; open it first`);
  return withScratch(seat, async (scratch) => {
    const setting = { index: copyIndex(scratch, checkout), files: place.path };
    // Entries of files that have not changed keep their times: only the others are read.
    await gitOutput(scratch.plain(["read-tree", "-i", "-m", head], setting));
    await dropFlags(scratch, setting);
    const { paths, skipped } = await changedFiles(scratch, checkout, setting.index);
    const words = ["update-index", "-z", "--add", "--remove", "--replace", "--stdin"];
    if (paths.length > 0) await gitOutput(scratch.plain(words, { ...setting, stdin: joinNul(paths) }));
    const tree = await gitText(scratch.plain(["write-tree"], setting));
    const changes = await treeChanges(scratch, await baseOf(seat, head), tree);
    return { head, tree, changed: tellPaths(changes.map(({ path }) => path)), skipped: tellPaths(skipped) };
  });
}

/** Whoever works may have told its index to look away from files: ours looks. A file that is not there at all may be left out on purpose. */
async function dropFlags(scratch: Scratch, setting: { readonly index: string; readonly files: string }): Promise<void> {
  const listed = splitNul(await gitOutput(scratch.plain(["ls-files", "-z", "-v"], setting)));
  const flagged = listed.filter((line) => /^[a-zS]/.test(line)).map((line) => line.slice(2));
  const paths = flagged.filter(
    (path) => lstatSync(placeOf(setting.files, path), { throwIfNoEntry: false }) !== undefined,
  );
  if (paths.length === 0) return;
  for (const flag of ["--no-assume-unchanged", "--no-skip-worktree"])
    await gitOutput(scratch.plain(["update-index", flag, "-z", "--stdin"], { ...setting, stdin: joinNul(paths) }));
}

interface ChangedFiles {
  readonly paths: readonly BytePath[];
  /** Repositories among the files: what they hold is not ours to commit. */
  readonly skipped: readonly BytePath[];
}

async function changedFiles(scratch: Scratch, { root }: Checkout, index: string): Promise<ChangedFiles> {
  const setting = { index, files: root };
  // Git would look into a repository among the files by that one's own settings, which name programs: only the commit that it is at counts.
  const known = readRaw(
    await gitOutput(scratch.plain(["diff-files", "-z", "--raw", "--no-renames", "--ignore-submodules=dirty"], setting)),
  );
  const fresh = splitNul(await gitOutput(scratch.plain(["ls-files", "-z", "--others", "--exclude-standard"], setting)));
  const all = [...known.map(({ path }) => path), ...fresh].filter((path) => !isState(path));
  const links = new Set(
    known.filter(({ before, after }) => before?.mode === GITLINK || after?.mode === GITLINK).map(({ path }) => path),
  );
  const isSkipped = (path: BytePath): boolean => path.endsWith("/") || links.has(path);
  return { paths: all.filter((path) => !isSkipped(path)), skipped: all.filter(isSkipped) };
}

function isState(path: BytePath): boolean {
  return path === STATE || path.startsWith(`${STATE}/`);
}
