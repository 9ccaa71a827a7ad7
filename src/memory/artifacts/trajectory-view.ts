import { type BigIntStats, closeSync, constants, fstatSync, openSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { readTrajectoryLines, type TrajectoryLine } from "#kernel";
import { kindOf, osErrorText, utf8 } from "#platform";
import { isDatabaseError } from "../issues/index-schema.ts";
import { bringUpTrajectory } from "./bring-up-trajectory.ts";
import { type LineStart, readAt, scanTrajectory } from "./scan-trajectory.ts";
import { type IndexedPlace, type IndexState, openIndexAt, readIndexState } from "./trajectory-index.ts";
import type { TrajectoryReadOptions } from "./trajectory-options.ts";
import { type TrajectoryPaths, trajectoryPaths } from "./trajectory-paths.ts";
import { epochOf, readStamp } from "./trajectory-stamp.ts";

const INDEX_FROM = 131_072;
const LONG_TAIL = 32_768;
const NEWLINE = 0x0a;

/** A trajectory as it is at one moment: an index of its beginning, where it has one, and the lines behind that. */
export interface TrajectoryView {
  readonly indexed: { readonly db: DatabaseSync; readonly state: IndexState } | undefined;
  /** Gives each line that the index does not know to `visit`, in file order. */
  readonly rest: (visit: (line: TrajectoryLine) => void) => void;
  /** Whether its last line has its newline. */
  readonly isEnded: () => boolean;
  /** The line at a place that the index names. */
  readonly lineAt: (place: IndexedPlace) => TrajectoryLine;
  /** The bytes there. */
  readonly bytesAt: (place: IndexedPlace) => Uint8Array;
}

/** The index points at something else than it says: the file is read instead. */
export class TrajectoryMismatch extends Error {
  override readonly name = "TrajectoryMismatch";
}

/** Why a trajectory cannot be read, in the contract's words without what was wanted. */
export class UnreadableTrajectory extends Error {
  override readonly name = "UnreadableTrajectory";
}

/** What is asked of a trajectory. */
export interface TrajectoryLook<T> {
  /** The answer of a missing one. */
  readonly none: T;
  readonly look: (view: TrajectoryView) => T;
  readonly options: TrajectoryReadOptions;
}

/** Answers from a trajectory. An index that turns out wrong is passed by. */
export function lookAt<T>(path: string, { none, look, options }: TrajectoryLook<T>): T {
  const kind = kindOf(path);
  if (kind === "missing") return none;
  if (kind !== "file") throw new UnreadableTrajectory(`invalid trajectory row: trajectory path is not a file: ${path}`);
  const paths = trajectoryPaths(path);
  const descriptor = openFile(paths);
  try {
    const indexed = isSmall(descriptor, options) ? undefined : freshIndex(paths, descriptor, options);
    const answer = indexed === undefined ? undefined : fromIndex(descriptor, indexed, look);
    return answer === undefined ? look(viewOf(descriptor, undefined)) : answer.value;
  } finally {
    closeSync(descriptor);
  }
}

function openFile({ file }: TrajectoryPaths): number {
  try {
    return openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw new UnreadableTrajectory(`failed to read/write trajectory: ${osErrorText(error)}`, { cause: error });
  }
}

function isSmall(descriptor: number, { indexFrom = INDEX_FROM }: TrajectoryReadOptions): boolean {
  return fstatSync(descriptor).size < indexFrom;
}

function fromIndex<T>(
  descriptor: number,
  indexed: NonNullable<TrajectoryView["indexed"]>,
  look: (view: TrajectoryView) => T,
): { readonly value: T } | undefined {
  try {
    return { value: look(viewOf(descriptor, indexed)) };
  } catch (error) {
    if (error instanceof TrajectoryMismatch || isDatabaseError(error)) return undefined;
    throw error;
  } finally {
    indexed.db.close();
  }
}

/** An index that follows the file closely enough; brought up first where it does not. */
function freshIndex(
  paths: TrajectoryPaths,
  descriptor: number,
  options: TrajectoryReadOptions,
): TrajectoryView["indexed"] {
  const found = followingIndex(paths, fstatSync(descriptor, { bigint: true }), options);
  if (found !== undefined || !bringUpTrajectory(paths, options)) return found;
  return followingIndex(paths, fstatSync(descriptor, { bigint: true }), options);
}

function followingIndex(
  paths: TrajectoryPaths,
  stat: BigIntStats,
  { longTail = LONG_TAIL }: TrajectoryReadOptions,
): TrajectoryView["indexed"] {
  const epoch = epochOf(readStamp(paths), stat);
  const db = epoch === undefined ? undefined : openIndexAt(paths.index, true);
  if (db === undefined) return undefined;
  const state = stateIn(db);
  const isSame = state?.dev === `${stat.dev}` && state.inode === `${stat.ino}` && state.epoch === epoch;
  const tail = Number(stat.size) - (state?.offset ?? 0);
  if (state !== undefined && isSame && tail >= 0 && tail <= longTail) return { db, state };
  db.close();
  return undefined;
}

/** In one transaction with all that is read after it: what another process takes in meanwhile is not seen. */
function stateIn(db: DatabaseSync): IndexState | undefined {
  try {
    db.exec("BEGIN");
    return readIndexState(db);
  } catch (error) {
    if (isDatabaseError(error)) return undefined;
    throw error;
  }
}

const BEGINNING: LineStart = { offset: 0, line: 1 };

function viewOf(descriptor: number, indexed: TrajectoryView["indexed"]): TrajectoryView {
  const end = fstatSync(descriptor).size;
  const bytesAt = ({ offset, length }: IndexedPlace): Uint8Array => readAt(descriptor, offset, length);
  return {
    indexed,
    rest: (visit) => void scanTrajectory(descriptor, { from: indexed?.state ?? BEGINNING, end, visit }),
    isEnded: () => end === 0 || readAt(descriptor, end - 1, 1)[0] === NEWLINE,
    bytesAt,
    lineAt: (place) => {
      const found: TrajectoryLine[] = [];
      readTrajectoryLines(bytesAt(place), utf8, { offset: place.offset, line: 1 }, (line) => void found.push(line));
      const [line] = found;
      if (line === undefined || found.length > 1) throw new TrajectoryMismatch("the index does not point at a line");
      return line;
    },
  };
}
