import { rmSync } from "node:fs";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { FailureGroup, Grouping, LineFault, Timestamp, TrajectoryCounts, TrajectoryMode } from "#kernel";
import { bootId, isDatabaseError } from "../issues/index-schema.ts";

/** One more with every change of the tables: an index of another version is thrown away. */
const VERSION = 1;

/**
 * What the index holds: of each row when it finished, whose it was and where it is; the lines that are none; failed rows by group; and which
 * stretches of the file it was made of. Everything in it follows from the file.
 */
export const TABLES = `
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE step(
  offset INTEGER PRIMARY KEY, length INTEGER NOT NULL, second INTEGER NOT NULL, part INTEGER NOT NULL, step TEXT NOT NULL, action TEXT NOT NULL,
  issue TEXT, worker TEXT NOT NULL, failed INTEGER NOT NULL, retry_needed INTEGER NOT NULL);
CREATE TABLE bad(offset INTEGER PRIMARY KEY, length INTEGER NOT NULL, line INTEGER NOT NULL, kind TEXT NOT NULL, reason TEXT NOT NULL);
CREATE TABLE failures(
  grouping TEXT NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL, retry_needed INTEGER NOT NULL, step TEXT NOT NULL, finished TEXT NOT NULL,
  PRIMARY KEY(grouping, name)) WITHOUT ROWID;
CREATE TABLE stretch(offset INTEGER PRIMARY KEY, length INTEGER NOT NULL, digest TEXT NOT NULL);
`;

/** Made after the rows are in, which is faster. */
export const INDEXES = `
CREATE INDEX latest ON step(second DESC, part DESC, step, action);
CREATE INDEX failed ON step(second DESC, part DESC, step, action) WHERE failed = 1;
CREATE INDEX retry_needed ON step(second DESC, part DESC, step, action) WHERE retry_needed = 1;
CREATE INDEX by_step ON step(step);
CREATE INDEX by_issue ON step(issue) WHERE issue IS NOT NULL;
`;

/** The order of a projection, as the kernel's `byRecency`; texts compare by their UTF-8 bytes. */
export const BY_RECENCY = "ORDER BY second DESC, part DESC, step, action, offset";

/** How far an index follows its file. */
export interface IndexState extends TrajectoryCounts {
  readonly dev: string;
  readonly inode: string;
  /** Every byte before it was taken in. */
  readonly offset: number;
  /** The number of the line that begins there. */
  readonly line: number;
  readonly bad: number;
  /** Of the file, when it was taken in. */
  readonly epoch: string;
}

/** A line that is no row, and where it is. */
export interface IndexedBadLine {
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  readonly fault: LineFault;
}

/** Where a listed row is. */
export interface IndexedPlace {
  readonly offset: number;
  readonly length: number;
}

/** The index at a path, open; undefined when it is missing, damaged, of another version or from before the machine's last start. */
export function openIndexAt(path: string, readOnly: boolean): DatabaseSync | undefined {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly, timeout: 2000, open: true });
    // Never synced: a lost index is made again. The journal makes it whole after a kill.
    if (!readOnly) db.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = PERSIST; PRAGMA cache_size = -65536");
    const usable = db.prepare("SELECT 1 FROM meta WHERE key = 'version' AND value = ?").get(versionOf());
    if (usable !== undefined) return db;
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
  }
  db?.close();
  return undefined;
}

/** A new index at a path of its own, empty; whoever fills it moves it to its place. */
export function makeIndexAt(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA cache_size = -65536; BEGIN; ${TABLES}`);
  db.prepare("INSERT INTO meta VALUES('version', ?)").run(versionOf());
  return db;
}

/** Throws an index away. */
export function dropIndexAt(path: string): void {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(path + suffix, { force: true, recursive: true });
}

function versionOf(): string {
  return `${VERSION} ${bootId()}`;
}

/** What an index says about itself; undefined when it follows nothing yet. */
export function readIndexState(db: DatabaseSync): IndexState | undefined {
  const value = db.prepare("SELECT value FROM meta WHERE key = 'state'").get()?.["value"];
  // Our own text, from our own database.
  return typeof value === "string" ? (JSON.parse(value) as IndexState) : undefined;
}

/** Written in the transaction that makes it true. */
export function writeIndexState(db: DatabaseSync, state: IndexState): void {
  db.prepare("INSERT OR REPLACE INTO meta VALUES('state', ?)").run(JSON.stringify(state));
}

/** An instant as two columns: whole seconds since 1970, and nanoseconds; a leap second is more than a second past the 59th. */
export function columnsOfInstant(at: Timestamp): readonly [second: number, part: number] {
  const isLeap = at.startsWith("60", 17);
  const second = Date.parse(isLeap ? `${at.slice(0, 17)}59Z` : `${at.slice(0, 19)}Z`) / 1000;
  return [second, (at.length > 20 ? Number(at.slice(20, -1).padEnd(9, "0")) : 0) + (isLeap ? 1_000_000_000 : 0)];
}

/** A group's name as its key: no name is not the empty one. */
export function keyOfGroup(name: string | null): string {
  return name === null ? "" : `=${name}`;
}

/** The groups of failed rows that were counted. */
export function readGroups(db: DatabaseSync, by: Grouping): readonly FailureGroup[] {
  const rows = db.prepare("SELECT name, count, retry_needed, step, finished FROM failures WHERE grouping = ?").all(by);
  return rows.map(({ name, count, retry_needed, step, finished }) => ({
    name: name === "" ? null : String(name).slice(1),
    count: Number(count),
    retryNeededCount: Number(retry_needed),
    latestStepId: String(step),
    latestFinishedAt: String(finished),
  }));
}

/** The bad lines in file order. */
export function readBadLines(db: DatabaseSync, limit: number): readonly IndexedBadLine[] {
  const rows = db.prepare("SELECT offset, length, line, kind, reason FROM bad ORDER BY offset LIMIT ?").all(limit);
  return rows.map(({ offset, length, line, kind, reason }) => ({
    offset: Number(offset),
    length: Number(length),
    line: Number(line),
    // Our own word, from our own database.
    fault: { kind: String(kind) as LineFault["kind"], reason: String(reason) },
  }));
}

/** What is to be counted or listed, as SQL and its values. */
export interface IndexedWhere {
  readonly where: string;
  readonly values: readonly SQLInputValue[];
}

const MODES = { latest: "1", failed: "failed = 1", retry_needed: "retry_needed = 1" } as const satisfies Record<
  TrajectoryMode,
  string
>;

/** The places of the rows that a projection lists first. */
export function readPlaces(
  db: DatabaseSync,
  mode: TrajectoryMode,
  { where, values }: IndexedWhere,
  limit: number,
): readonly IndexedPlace[] {
  const most = Math.min(limit, Number.MAX_SAFE_INTEGER);
  const sql = `SELECT offset, length FROM step WHERE ${MODES[mode]} AND ${where} ${BY_RECENCY} LIMIT ?`;
  const rows = db.prepare(sql).all(...values, most);
  return rows.map(({ offset, length }) => ({ offset: Number(offset), length: Number(length) }));
}

/** How many rows there are of those that are asked about. */
export function countRows(db: DatabaseSync, { where, values }: IndexedWhere): TrajectoryCounts {
  const sql = `SELECT count(*) AS total, sum(failed) AS failed, sum(retry_needed) AS retry FROM step WHERE ${where}`;
  const found = db.prepare(sql).get(...values);
  return {
    total: Number(found?.["total"] ?? 0),
    failed: Number(found?.["failed"] ?? 0),
    retryNeeded: Number(found?.["retry"] ?? 0),
  };
}
