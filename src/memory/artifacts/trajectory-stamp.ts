import { type BigIntStats, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolders, newRequestId } from "#platform";
import type { TrajectoryPaths } from "./trajectory-paths.ts";

/**
 * How the file was left by whoever wrote it under the lock. While it is found as it was left, its epoch goes on: within an epoch the file
 * has only grown. Anybody else's change ends the epoch.
 */
export interface Stamp {
  readonly file: string;
  readonly epoch: string;
}

/** The stamp that was left; undefined when there is none that can be read. */
export function readStamp({ stamp }: TrajectoryPaths): Stamp | undefined {
  try {
    const { file, epoch } = JSON.parse(readFileSync(stamp, "utf8")) as Partial<Stamp>;
    return typeof file === "string" && typeof epoch === "string" ? { file, epoch } : undefined;
  } catch {
    // Missing, torn or not ours to read: then nothing is known of the file.
    return undefined;
  }
}

/** The epoch that a file is still in; undefined when somebody else was at it. */
export function epochOf(stamp: Stamp | undefined, stat: BigIntStats): string | undefined {
  return stamp !== undefined && stamp.file === stateOf(stat) ? stamp.epoch : undefined;
}

/** Leaves the file as it is now in an epoch, a new one when none is given; answers which. What cannot be written is left out: then the next one looks closer. */
export function leaveStamp(paths: TrajectoryPaths, stat: BigIntStats, epoch: string = newRequestId()): string {
  try {
    makeFolders(dirname(paths.stamp));
    writeFileSync(paths.stamp, JSON.stringify({ file: stateOf(stat), epoch }));
  } catch (error) {
    if (!(error instanceof Error && "errno" in error)) throw error;
  }
  return epoch;
}

function stateOf({ dev, ino, size, ctimeNs }: BigIntStats): string {
  return `${dev}.${ino}.${size}.${ctimeNs}`;
}
