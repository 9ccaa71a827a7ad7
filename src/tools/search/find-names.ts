import { parseWorkspacePath } from "#kernel";
import { utf8 } from "#platform";
import type { CancelSignal, Workspace } from "#ports";
import { FirstNames } from "./first-names.ts";
import { runRipgrep } from "./run-ripgrep.ts";

/** The most files that one search looks at. */
export const MOST_FILES = 10_000;

/** Where version control keeps its own things. */
const VERSION_CONTROL = [".git", ".hg", ".svn", ".jj", ".bzr", "_darcs", ".pijul"];

/** How folders are walked: hidden files too, what ignore files name not, links never followed. */
const WALK_ARGS: readonly string[] = [
  "--hidden",
  "--no-follow",
  "--no-require-git",
  "--no-ignore-global",
  ...VERSION_CONTROL.map((name) => `--glob=!${name}`),
];

/** What to find below a folder. */
export interface NameQuery {
  readonly folder: string;
  /** What ripgrep is asked, beyond how it walks. */
  readonly args: readonly string[];
  /** Whether a name, relative to the folder, is wanted. */
  readonly accepts: (name: string) => boolean;
  readonly signal: CancelSignal;
}

/** Paths in byte order; not `complete` when there may be more. */
export interface FoundNames {
  readonly paths: readonly string[];
  readonly complete: boolean;
}

/**
 * The paths that ripgrep names below a folder. Only names: while it walks, a folder can be swapped for a link, so whoever shows more
 * than a name reads it through the workspace, and whoever shows a name looks whether the workspace has it.
 */
export async function findNames(
  workspace: Workspace,
  { folder, args, accepts, signal }: NameQuery,
): Promise<FoundNames> {
  const names = new FirstNames(MOST_FILES);
  let unusable = false;
  const onRecord = (record: Buffer): boolean => {
    const name = usableName(record);
    if (name === undefined) unusable = true;
    else if (accepts(name)) names.add(name);
    return true;
  };
  const entered = workspace.enter(folder);
  try {
    const run = {
      args: [...WALK_ARGS, "--null", ...args, "--", "./"],
      cwd: entered.cwd,
      separator: 0,
      signal,
      onRecord,
    };
    const end = await runRipgrep(run);
    const found = names.sorted();
    const paths = folder === "." ? found : found.map((name) => `${folder}/${name}`);
    return { paths, complete: end === "all" && !names.isCut && !unusable };
  } finally {
    entered.close();
  }
}

/** A name that a tool can be called with; undefined for one that is no UTF-8 or no path of a workspace. */
function usableName(record: Buffer): string | undefined {
  const text = utf8.decode(record, 0, record.length);
  const path = text === undefined ? undefined : parseWorkspacePath(text);
  return path?.ok === true ? path.path : undefined;
}
