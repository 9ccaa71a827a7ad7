import { lstatSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** The folder of the durable state, by the documents' name. */
const STATE = ".premath";
/** What outputs show at the root of a repository, and where there is none. */
const DEFAULT = `${STATE}/issues.jsonl`;

/**
 * The issue file that a command means. A named one is taken verbatim. Else it is the nearest state folder up to the repository's root, and
 * all worktrees of a repository share that of the main one (ENGINE 9). No git is run.
 */
export function findIssuesPath(named: string | undefined, here: string = process.cwd()): string {
  if (named !== undefined) return named;
  const root = ascend(here, (folder) => present(join(folder, ".git")));
  if (root === undefined) return DEFAULT;
  const home = mainFolder(root);
  // The same place in the main worktree: a state folder below the root counts there too.
  const start = join(home, relative(root, here));
  const found = ascend(start, (folder) => folder === home || present(join(folder, STATE))) ?? home;
  const path = join(found, DEFAULT);
  return home === root ? relative(here, path) : path;
}

/** The nearest folder, from here upwards, that will do. */
function ascend(here: string, will: (folder: string) => boolean): string | undefined {
  for (let folder = here; ; folder = dirname(folder)) {
    if (will(folder)) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** The folder whose state counts for a worktree: the main worktree, or what a bare repository lies in; a folder that is neither stands for itself. */
function mainFolder(root: string): string {
  const gitDir = firstLine(join(root, ".git"), /^gitdir: (.+)$/);
  if (gitDir === undefined) return root;
  const own = resolve(root, gitDir);
  const common = firstLine(join(own, "commondir"), /^(.+)$/);
  // Only a linked worktree has one; a submodule's folder has not, and keeps its own issues.
  if (common === undefined) return root;
  // `project/.git` or `project.git`: in both cases the state lies beside it.
  return dirname(resolve(own, common));
}

function firstLine(path: string, pattern: RegExp): string | undefined {
  return pattern.exec((readText(path) ?? "").split("\n")[0]?.trimEnd() ?? "")?.[1];
}

/** A small file's text; undefined when it is a folder, missing, or not ours to read. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

function present(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
