import { type BytePath, joinNul, splitNul } from "./byte-paths.ts";
import { gitOutput } from "./run-git-bytes.ts";
import type { Scratch } from "./scratch.ts";

/** What stands at a path of a tree or of an index. */
export interface TreeEntry {
  readonly mode: string;
  readonly object: string;
}

/** A path at which two trees differ. */
export interface TreeChange {
  readonly path: BytePath;
  /** Undefined where there was nothing. */
  readonly before: TreeEntry | undefined;
  readonly after: TreeEntry | undefined;
}

/** The mode of a commit of another repository: a submodule. Its folder is not ours to move. */
export const GITLINK = "160000";

/** Every path at which two trees differ, renames as what they are: one path gone, one new. */
export async function treeChanges(scratch: Scratch, from: string, to: string): Promise<readonly TreeChange[]> {
  const words = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-commit-id", "--full-index", from, to];
  return readRaw(await gitOutput(scratch.plain(words)));
}

/** Reads git's raw form of differences: `:mode mode object object letter`, then the path. */
export function readRaw(output: Buffer): readonly TreeChange[] {
  const parts = splitNul(output);
  const changes: TreeChange[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [before = "", after = "", beforeObject = "", afterObject = ""] = (parts[at] ?? "").slice(1).split(" ");
    changes.push({ path: parts[at + 1] ?? "", before: entry(before, beforeObject), after: entry(after, afterObject) });
  }
  return changes;
}

function entry(mode: string, object: string): TreeEntry | undefined {
  return mode === "000000" ? undefined : { mode, object };
}

/** Whether two entries are the same, both being nothing included. */
export function isSameEntry(one: TreeEntry | undefined, other: TreeEntry | undefined): boolean {
  return one?.mode === other?.mode && one?.object === other?.object;
}

/** A path, and what is to stand there in an index. */
export interface IndexEntry {
  readonly path: BytePath;
  readonly entry: TreeEntry | undefined;
}

/** Input for `update-index -z --index-info`: what goes stands first, so that a folder can take a file's place. */
export function indexInfo(entries: readonly IndexEntry[], hashLength: number): Buffer {
  const nothing = `0 ${"0".repeat(hashLength)}`;
  const gone = entries.filter(({ entry: one }) => one === undefined).map(({ path }) => `${nothing}\t${path}`);
  const there = entries.flatMap(({ path, entry: one }) =>
    one === undefined ? [] : [`${one.mode} ${one.object}\t${path}`],
  );
  return joinNul([...gone, ...there]);
}
