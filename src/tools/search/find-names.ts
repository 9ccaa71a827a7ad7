import type { CancelSignal, Workspace } from "#ports";
import { FirstNames } from "./first-names.ts";
import { gatherIgnores } from "./gather-ignores.ts";
import { walkFolder } from "./walk-folder.ts";

/** The most files that one search looks at. */
const MOST_FILES = 10_000;

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

/** The paths of files below a folder that no ignore file names. Only names, as a walk gives them. */
export async function findNames(workspace: Workspace, query: NameQuery): Promise<FoundNames> {
  const { folder, args, accepts, signal } = query;
  const names = new FirstNames(MOST_FILES);
  const above = folder === "." ? 0 : folder.length + 1;
  let unusable = false;
  const onPath = (path: string | undefined): void => {
    if (path === undefined) unusable = true;
    else if (accepts(path.slice(above))) names.add(path);
  };
  const rules = await gatherIgnores({ workspace, folder, signal });
  const end = await walkFolder({ workspace, folder, rules, args, signal, onPath });
  const paths = names.sorted();
  return { paths, complete: end === "all" && !names.isCut && !unusable };
}
