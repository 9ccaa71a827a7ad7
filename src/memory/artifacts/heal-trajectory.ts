import { readJson, type Timestamp } from "#kernel";
import { utf8 } from "#platform";
import type { AppendFile } from "../issues/append-file.ts";
import { quarantine } from "../issues/quarantine.ts";
import type { TrajectoryPaths } from "./trajectory-paths.ts";

const NEWLINE = 0x0a;
/** Bytes that are looked at once, from the end on. */
const PIECE = 65_536;

/** What healing needs to know. */
export interface Healing {
  readonly now: () => Timestamp;
  /** False when the lock was lost: what looks like a dead writer's line may be a living one's. */
  readonly isOurs: () => boolean;
}

/**
 * Makes the file end with a newline, so that what is appended is a line of its own. A last line that is JSON lacks only that; anything else
 * was torn when its writer died, and is moved to quarantine. Looks at nothing but the last line. Answers what was moved, if anything.
 */
export function healTrajectory(paths: TrajectoryPaths, file: AppendFile, { now, isOurs }: Healing): string | undefined {
  const end = file.size();
  if (end === 0 || file.read(end - 1, 1)[0] === NEWLINE) return undefined;
  const start = lastLineStart(file, end);
  const line = file.read(start, end - start);
  if (!isOurs()) return "alone no more";
  if (readJson(line, utf8).ok) {
    file.append(Uint8Array.of(NEWLINE), false);
    return undefined;
  }
  const kept = quarantine(paths, paths.file, line, now());
  file.truncate(start);
  return `a torn last line of ${paths.given} was moved to ${kept}`;
}

function lastLineStart(file: AppendFile, end: number): number {
  for (let at = end; at > 0;) {
    const from = Math.max(0, at - PIECE);
    const newline = file.read(from, at - from).lastIndexOf(NEWLINE);
    if (newline >= 0) return from + newline + 1;
    at = from;
  }
  return 0;
}
