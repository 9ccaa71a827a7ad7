import { rmSync } from "node:fs";
import { placeOf, tellPaths } from "./byte-paths.ts";
import type { RepositorySeat } from "./repository-seat.ts";
import { withScratch } from "./scratch.ts";
import { snapshot } from "./snapshot.ts";
import { treeChanges } from "./tree-changes.ts";
import type { IssuePlace } from "./worktree-places.ts";

/** Takes away what has come into a worktree beside a tree, and answers which files of the tree are not what they were. What git ignores stays. */
export async function tidy(seat: RepositorySeat, place: IssuePlace, tree: string): Promise<readonly string[]> {
  const now = await snapshot(seat, place);
  if (now.tree === tree) return [];
  const changes = await withScratch(seat, (scratch) => treeChanges(scratch, tree, now.tree));
  for (const { path, before } of changes) if (before === undefined) rmSync(placeOf(place.path, path), { force: true });
  return tellPaths(changes.filter(({ before }) => before !== undefined).map(({ path }) => path));
}
