import { lstatSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { quietly } from "../workspace/quietly.ts";

const MAX_BYTES = 4096;

/** The folders that a `.git` file stands for, as in a worktree: the one it names, and the one that one shares. None for a folder. */
export function gitFolders(gitPath: string): readonly string[] {
  const named = firstLine(gitPath)?.match(/^gitdir: (.+)$/)?.[1];
  if (named === undefined) return [];
  const folder = resolve(dirname(gitPath), named);
  const shared = firstLine(resolve(folder, "commondir"));
  return shared === undefined ? [folder] : [folder, resolve(folder, shared)];
}

function firstLine(path: string): string | undefined {
  return quietly(undefined, () => {
    const entry = lstatSync(path);
    if (!entry.isFile() || entry.size > MAX_BYTES) return undefined;
    return readFileSync(path, "utf8").split("\n")[0]?.trimEnd();
  });
}
