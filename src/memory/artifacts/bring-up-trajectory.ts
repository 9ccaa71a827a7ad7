import { closeSync, fstatSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { makeFolders } from "#platform";
import { isDatabaseError } from "../issues/index-schema.ts";
import { underLock } from "./artifact-lock.ts";
import { emptyState, holdsStretches, takeInLines } from "./take-in-trajectory.ts";
import {
  dropIndexAt,
  INDEXES,
  type IndexState,
  makeIndexAt,
  openIndexAt,
  readIndexState,
  writeIndexState,
} from "./trajectory-index.ts";
import type { TrajectoryReadOptions } from "./trajectory-options.ts";
import type { TrajectoryPaths } from "./trajectory-paths.ts";
import { epochOf, leaveStamp, readStamp } from "./trajectory-stamp.ts";

/** How long a reader waits for writers before it reads the file itself. */
const PATIENCE_MS = 2000;
/** Reading more than this takes a person's patience: it is told. */
const LONG = 33_554_432;

/**
 * Brings the index of a trajectory up to its file: nothing to do, lines that were appended, or a file that somebody changed, which is read
 * from its beginning. The file always wins. False when whatever hinders it: the reader still has the file.
 */
export function bringUpTrajectory(paths: TrajectoryPaths, { notice }: TrajectoryReadOptions): boolean {
  try {
    return underLock(paths.lock, () => follow(paths, notice), PATIENCE_MS).ok;
  } catch (error) {
    // A folder that cannot be written, or no room on the disk.
    if (isDatabaseError(error) || (error instanceof Error && "errno" in error)) return false;
    throw error;
  }
}

function follow(paths: TrajectoryPaths, notice: TrajectoryReadOptions["notice"]): void {
  const descriptor = openSync(paths.file, "r");
  try {
    // Before anything is read: what is changed from here on is not as it was left.
    const stat = fstatSync(descriptor, { bigint: true });
    const kept = epochOf(readStamp(paths), stat);
    const epoch = kept ?? leaveStamp(paths, stat);
    const end = Number(stat.size);
    const db = openIndexAt(paths.index, false);
    const state =
      db === undefined ? undefined : standingState(db, descriptor, { epoch, end, dev: stat.dev, ino: stat.ino });
    if (db !== undefined && state !== undefined) extend(db, descriptor, { ...state, epoch }, end);
    db?.close();
    if (state === undefined && end > LONG)
      notice?.(`${paths.given} is read whole once (${Math.round(end / 1e6)} MB); later answers come from an index`);
    if (state === undefined) rebuild(paths, descriptor, emptyState(stat, epoch), end);
  } finally {
    closeSync(descriptor);
  }
}

interface Found {
  readonly epoch: string;
  readonly end: number;
  readonly dev: bigint;
  readonly ino: bigint;
}

/** What the index says, if the file still begins with all that it was made of. */
function standingState(db: DatabaseSync, descriptor: number, { epoch, end, dev, ino }: Found): IndexState | undefined {
  try {
    const state = readIndexState(db);
    if (state === undefined || state.dev !== `${dev}` || state.inode !== `${ino}` || state.offset > end)
      return undefined;
    return state.epoch === epoch || holdsStretches(db, descriptor) ? state : undefined;
  } catch (error) {
    if (isDatabaseError(error)) return undefined;
    throw error;
  }
}

function extend(db: DatabaseSync, descriptor: number, state: IndexState, end: number): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    writeIndexState(db, takeInLines(db, descriptor, state, end));
    db.exec("COMMIT");
  } catch (error) {
    // A full disk has ended the transaction already.
    if (db.isTransaction) db.exec("ROLLBACK");
    db.close();
    throw error;
  }
}

/** Made beside its place and moved there whole: whoever reads the old one goes on with it. */
function rebuild(paths: TrajectoryPaths, descriptor: number, state: IndexState, end: number): void {
  makeFolders(dirname(paths.index));
  removeDrafts(paths.index);
  const draft = `${paths.index}.tmp.${process.pid}`;
  const db = makeIndexAt(draft);
  try {
    const taken = takeInLines(db, descriptor, state, end);
    db.exec(INDEXES);
    writeIndexState(db, taken);
    db.exec("COMMIT");
  } finally {
    db.close();
  }
  // A journal that a killed writer left belongs to the old one.
  dropIndexAt(paths.index);
  renameSync(draft, paths.index);
}

/** What killed builders left: nobody else builds while the lock is held. */
function removeDrafts(index: string): void {
  const folder = dirname(index);
  for (const name of readdirSync(folder))
    if (name.startsWith(`${basename(index)}.tmp.`)) rmSync(join(folder, name), { force: true });
}
