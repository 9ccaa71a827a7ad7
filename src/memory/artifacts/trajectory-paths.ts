import { basename, dirname, join } from "node:path";
import { realPath } from "#platform";
import { lockPath } from "./artifact-lock.ts";

/** Where a trajectory's files are: all beside its real path, so that every worktree and every link means the same one. */
export interface TrajectoryPaths {
  /** The file as the caller named it: error texts echo it. */
  readonly given: string;
  /** The only authority. */
  readonly file: string;
  readonly lock: string;
  /** Rebuilt whenever it is missing or wrong. */
  readonly index: string;
  /** Who changed the file last; worth nothing more than the index. */
  readonly stamp: string;
  readonly quarantine: string;
}

/** The files of a trajectory; the folder need not exist yet. */
export function trajectoryPaths(given: string): TrajectoryPaths {
  const file = realPath(given);
  const folder = dirname(file);
  const stem = join(folder, "cache", basename(file).replace(/\.jsonl$/, ""));
  return {
    given,
    file,
    lock: lockPath(file),
    index: `${stem}.steps.db`,
    stamp: `${stem}.stamp.json`,
    quarantine: join(folder, "quarantine"),
  };
}
