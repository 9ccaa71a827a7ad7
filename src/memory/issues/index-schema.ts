import { readFileSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { makeFolders } from "#platform";
import type { StorePaths } from "./store-paths.ts";

/** One more with every change of the tables: an index of another version is thrown away. */
const VERSION = 2;

/**
 * What the index holds: per issue what lists and claims look at and where its row is; per blocked issue its blockers; which mutations were
 * applied. Everything in it follows from the issue file and the log.
 */
const TABLES = `
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE issue(
  id TEXT NOT NULL, title TEXT NOT NULL, status TEXT NOT NULL, priority INTEGER NOT NULL, issue_type TEXT NOT NULL, assignee TEXT NOT NULL,
  rev INTEGER NOT NULL, explicit INTEGER NOT NULL, tombstone INTEGER NOT NULL,
  blockers INTEGER NOT NULL, lease_ms INTEGER, offset INTEGER NOT NULL, length INTEGER NOT NULL);
CREATE TABLE edge(target TEXT NOT NULL, source TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY(target, source)) WITHOUT ROWID;
CREATE TABLE applied(mutation TEXT PRIMARY KEY) WITHOUT ROWID;
`;

/** Made after the rows are in, which is faster. */
export const INDEXES: string = `
CREATE UNIQUE INDEX issue_id ON issue(id);
CREATE INDEX ready ON issue(id) WHERE status = 'open' AND blockers = 0 AND tombstone = 0;
CREATE INDEX ready_by_id ON issue(assignee, id) WHERE status = 'open' AND blockers = 0 AND tombstone = 0;
CREATE INDEX ready_by_priority ON issue(assignee, priority, id) WHERE status = 'open' AND blockers = 0 AND tombstone = 0;
CREATE INDEX leased ON issue(lease_ms) WHERE lease_ms IS NOT NULL;
CREATE INDEX open_leased ON issue(id) WHERE lease_ms IS NOT NULL AND status = 'open';
`;

/** Dropped before a rebuild, with the rows. */
export const EMPTY_ROWS = `
DROP INDEX IF EXISTS issue_id; DROP INDEX IF EXISTS ready; DROP INDEX IF EXISTS ready_by_id; DROP INDEX IF EXISTS ready_by_priority;
DROP INDEX IF EXISTS leased; DROP INDEX IF EXISTS open_leased; DELETE FROM issue; DELETE FROM edge;
`;

/**
 * The index, open for writing; made anew when it is missing, damaged, of another version or from before the machine's last start (it is
 * never synced, so what a power cut left of it is not looked at).
 */
export function openIndex(paths: StorePaths): DatabaseSync {
  makeFolders(paths.cache);
  const found = tryOpen(paths.index);
  if (found !== undefined && isUsable(found)) return found;
  found?.close();
  dropIndex(paths);
  const db = connect(paths.index, false);
  db.exec(`BEGIN; ${TABLES} ${INDEXES}`);
  const put = db.prepare("INSERT INTO meta VALUES(?, ?)");
  put.run("version", VERSION);
  put.run("boot", bootId());
  db.exec("COMMIT");
  return db;
}

/** The index, open for reading, or undefined when it cannot be used as it is. */
export function openIndexToRead(path: string): DatabaseSync | undefined {
  const db = tryOpen(path, true);
  if (db === undefined || isUsable(db)) return db;
  db.close();
  return undefined;
}

/** Throws the index away; the next writer makes a new one. */
export function dropIndex({ index }: StorePaths): void {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(index + suffix, { force: true, recursive: true });
}

function connect(path: string, readOnly: boolean): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly, timeout: 5000 });
  // Never synced: a lost index is rebuilt. The journal makes it whole again after a kill.
  if (!readOnly) db.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = PERSIST; PRAGMA cache_size = -65536");
  return db;
}

function tryOpen(path: string, readOnly: boolean = false): DatabaseSync | undefined {
  try {
    return connect(path, readOnly);
  } catch (error) {
    if (isDatabaseError(error)) return undefined;
    throw error;
  }
}

function isUsable(db: DatabaseSync): boolean {
  try {
    const rows = db.prepare("SELECT key, value FROM meta WHERE key IN ('boot', 'version')").all();
    return rows[0]?.["value"] === bootId() && rows[1]?.["value"] === VERSION;
  } catch (error) {
    if (isDatabaseError(error)) return false;
    throw error;
  }
}

/** Whether SQLite itself failed: a file that is no database, a damaged one, one that cannot be opened. */
export function isDatabaseError(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

const FULL = 13;

/** Whether SQLite had no room: then nothing is wrong with the index. */
export function isDiskFull(error: unknown): boolean {
  return isDatabaseError(error) && error instanceof Error && "errcode" in error && error.errcode === FULL;
}

let boot: string | undefined;

/** Which start of the machine this is; where the platform does not say, every one is the same. */
export function bootId(): string {
  boot ??= readBootId();
  return boot;
}

function readBootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    // Not Linux: the index's own checks remain.
    return "unknown";
  }
}
