import { accessSync, constants, fstatSync } from "node:fs";
import { dirname } from "node:path";
import { normalizeTrajectoryRow, type TrajectoryDraft, type TrajectoryRow, writeTrajectoryRow } from "#kernel";
import { kindOf, makeFolders, osErrorText } from "#platform";
import { PortError, type Trajectories } from "#ports";
import { AppendFile } from "../issues/append-file.ts";
import { artifactError } from "./artifact-error.ts";
import { type LockTrouble, underLock } from "./artifact-lock.ts";
import { healTrajectory } from "./heal-trajectory.ts";
import type { TrajectoryOptions } from "./trajectory-options.ts";
import { type TrajectoryPaths, trajectoryPaths } from "./trajectory-paths.ts";
import { trajectoryReads } from "./trajectory-reads.ts";
import { epochOf, leaveStamp, readStamp } from "./trajectory-stamp.ts";

/** How often in a row the lock may be taken away from a writer before it says so. */
const TRIES = 8;

/** Trajectories in files (contract 2.5). */
export function trajectoryFiles(options: TrajectoryOptions): Trajectories {
  return { ...trajectoryReads(options), append: (path, drafts) => append(path, drafts, options) };
}

function append(
  path: string,
  drafts: readonly TrajectoryDraft[],
  options: TrajectoryOptions,
): readonly TrajectoryRow[] {
  const rows = drafts.map((draft) => rowOf(path, draft));
  if (rows.length === 0) return rows;
  const bytes = Buffer.from(rows.map((row) => `${writeTrajectoryRow(row)}\n`).join(""));
  try {
    const paths = placeFor(path);
    for (let tries = 0; tries < TRIES; tries++) {
      const locked = underLock(paths.lock, (isOurs) => appendBytes(paths, bytes, isOurs, options));
      if (!locked.ok) throw lockError(path, locked.trouble);
      if (locked.value) return rows;
    }
  } catch (error) {
    if (error instanceof PortError || !(error instanceof Error && "errno" in error)) throw error;
    throw failure("io", path, `failed to read/write trajectory: ${osErrorText(error)}`, error);
  }
  throw failure("io", path, "its lock is deleted again and again");
}

/** Where the rows go, its folder made; throws what the machine would say where there can be no such file. */
function placeFor(path: string): TrajectoryPaths {
  const kind = kindOf(path);
  if (path === "") throw NO_ENTRY;
  if (path.endsWith("/") || kind === "folder") throw IS_FOLDER;
  if (kind === "other") throw NO_FILE;
  const paths = trajectoryPaths(path);
  makeFolders(dirname(paths.file));
  // The lock is a file beside it.
  accessSync(dirname(paths.file), constants.W_OK);
  return paths;
}

const NO_ENTRY = Object.assign(new Error("no path"), { errno: -2 });
const IS_FOLDER = Object.assign(new Error("a folder"), { errno: -21 });
const NO_FILE = Object.assign(new Error("not a regular file"), { errno: 0 });

function rowOf(path: string, draft: TrajectoryDraft): TrajectoryRow {
  const reading = normalizeTrajectoryRow(draft);
  if (!reading.ok) throw failure("argument", path, `invalid trajectory row: ${reading.reason}`);
  return reading.row;
}

/** One write of whole lines at the end, and no look at what is before them. False when the lock was lost before anything was changed. */
function appendBytes(
  paths: TrajectoryPaths,
  bytes: Uint8Array,
  isOurs: () => boolean,
  options: TrajectoryOptions,
): boolean {
  const file = AppendFile.open(paths.file);
  try {
    const before = epochOf(readStamp(paths), fstatSync(file.descriptor, { bigint: true }));
    const healed = healTrajectory(paths, file, { now: () => options.now(), isOurs });
    if (healed === "alone no more") return false;
    if (healed !== undefined) options.notice?.(healed);
    file.append(bytes, true);
    // Also after healing: an index holds whole lines only, and none of those was touched.
    leaveStamp(paths, fstatSync(file.descriptor, { bigint: true }), before);
    return true;
  } finally {
    file.close();
  }
}

function lockError(path: string, trouble: LockTrouble): Error {
  if (trouble.kind === "busy") return failure("lock_busy", path, "others keep writing; try again");
  const { error } = trouble;
  const detail = error instanceof Error && "errcode" in error ? error.message : osErrorText(error);
  return failure("io", path, `failed to read/write trajectory: ${detail}`, error);
}

function failure(code: "io" | "argument" | "lock_busy", path: string, reason: string, cause?: unknown): Error {
  return artifactError(code, `failed to append harness trajectory row at ${path}: ${reason}`, cause);
}
