import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Where a store's files are: all beside the issue file's real path, so that every worktree and every link means the same store. */
export interface StorePaths {
  /** The file as the caller named it: error texts echo it. */
  readonly given: string;
  /** The only authority. */
  readonly issues: string;
  readonly folder: string;
  /** Rebuilt whenever it is missing or wrong; git ignores it. */
  readonly cache: string;
  readonly index: string;
  /** Who this clone is; lost with the cache. */
  readonly clone: string;
  readonly lock: string;
  readonly log: string;
  readonly quarantine: string;
}

/** The files of the store whose issues are in `given`; the folder need not exist yet. */
export function storePaths(given: string): StorePaths {
  const issues = realPath(given);
  const folder = dirname(issues);
  const stem = basename(issues).replace(/\.jsonl$/, "");
  // A second issue file in one folder has files of its own.
  const own = stem === "issues" ? "" : `${stem}.`;
  const cache = join(folder, "cache");
  return {
    given,
    issues,
    folder,
    cache,
    index: join(cache, `${stem}.db`),
    clone: join(cache, `${own}clone`),
    lock: join(folder, `${own}lock.db`),
    log: join(folder, `${own}log`),
    quarantine: join(folder, `${own}quarantine`),
  };
}

/** The path behind links; of what does not exist yet, the nearest folder that does. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const parent = dirname(path);
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT") || parent === path) return path;
    return join(realPath(parent), basename(path));
  }
}
