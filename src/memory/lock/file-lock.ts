import { statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeFolders } from "#platform";

/** SQLite's codes for a lock that another one holds, and for a file that was deleted under its hands. */
const BUSY = 5;
const IO_ERROR = 10;
const MOVED = 1032;

/**
 * A lock between processes: a write transaction on a file of its own. The kernel of the machine frees it when its holder dies, however it
 * dies. The file is never unlinked by us; if somebody else does, {@link FileLock.isOurs} turns false.
 */
export class FileLock {
  readonly path: string;
  readonly #sync: "always" | "never";
  #open: { readonly db: DatabaseSync; readonly inode: bigint } | undefined;
  #trouble: unknown = new Error("it is deleted again and again");
  /** `sync`: whether a new file is forced to the disk. What is lost of it in a power cut is made again; a held lock is the machine's, not the disk's. */
  constructor(path: string, sync: "always" | "never" = "always") {
    this.path = path;
    this.#sync = sync;
  }

  /** One try. `deleted`: somebody took the file away meanwhile, another try makes a new one. Throws when there can be no lock here. */
  tryTake(): "taken" | "busy" | "deleted" {
    try {
      if (!tryBegin(this.#opened())) return "busy";
      if (this.isOurs()) return "taken";
    } catch (error) {
      // Only a lock that is still there has really failed.
      if (!isDeletion(error) || this.isOurs()) throw error;
      this.#trouble = error;
    }
    // We have a file that is no longer there.
    this.close();
    return "deleted";
  }

  /** What stands in the way of a lock that seems to be deleted again and again: a disk that cannot hold it looks the same. */
  get trouble(): unknown {
    return this.#trouble;
  }

  /** Nothing was written: the transaction is only the lock. */
  release(): void {
    this.#open?.db.exec("ROLLBACK");
  }

  /** False when the file was deleted or replaced while held: another process may hold a second lock. */
  isOurs(): boolean {
    return this.#open !== undefined && inodeOf(this.path) === this.#open.inode;
  }

  /** Frees it. */
  close(): void {
    this.#open?.db.close();
    this.#open = undefined;
  }

  #opened(): DatabaseSync {
    if (this.#open !== undefined && this.isOurs()) return this.#open.db;
    this.close();
    for (;;) {
      const before = inodeOf(this.path);
      const db = openLock(this.path, this.#sync);
      const inode = inodeOf(this.path);
      // The file we opened is the one that was there before and is there now; a new one is opened once more.
      if (inode !== undefined && inode === before) {
        this.#open = { db, inode };
        return db;
      }
      db.close();
    }
  }
}

function openLock(path: string, sync: "always" | "never"): DatabaseSync {
  makeFolders(dirname(path));
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) {
      if (sync === "never") db.exec("PRAGMA synchronous = OFF");
      makePage(db);
    }
    return db;
  } catch (error) {
    // A connection that is left open would hold what it has locked.
    db.close();
    throw error;
  }
}

/** A database without a page would get one, by way of a journal, each time it is locked: it gets one now, if nobody else is at it. */
function makePage(db: DatabaseSync): void {
  if (!tryBegin(db)) return;
  try {
    db.exec("PRAGMA user_version = 1; COMMIT");
  } catch (error) {
    if (codeOf(error) !== BUSY) throw error;
    db.exec("ROLLBACK");
  }
}

function tryBegin(db: DatabaseSync): boolean {
  try {
    db.exec("BEGIN IMMEDIATE");
    return true;
  } catch (error) {
    if (codeOf(error) === BUSY) return false;
    throw error;
  }
}

function isDeletion(error: unknown): boolean {
  return codeOf(error) === IO_ERROR || (error instanceof Error && "errcode" in error && error.errcode === MOVED);
}

/** SQLite's code without its details; undefined for any other error. */
function codeOf(error: unknown): number | undefined {
  const isCoded = error instanceof Error && "errcode" in error && typeof error.errcode === "number";
  return isCoded ? (error.errcode as number) & 0xff : undefined;
}

/** Undefined when there is nothing; a file where its folder should be is thrown. */
function inodeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}
