import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { makeFolders, osErrorText } from "#platform";
import { PortError } from "#ports";
import { storeError } from "./store-error.ts";
import type { StorePaths } from "./store-paths.ts";

/** How long a writer waits for the others before it gives up. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 2;
/** SQLite's codes for a lock that another one holds, and for a file that was deleted under its hands. */
const BUSY = 5;
const IO_ERROR = 10;
const MOVED = 1032;
/** How often in a row the lock may be deleted while it is being taken. */
const DELETIONS = 64;

/**
 * The store's mutex: a write transaction on a file of its own. The kernel of the machine frees it when its holder dies, however it dies.
 * The file is never unlinked by us; if somebody else does, {@link StoreLock.isOurs} turns false.
 */
export class StoreLock {
  readonly #paths: StorePaths;
  readonly #patience: number;
  #open: { readonly db: DatabaseSync; readonly inode: bigint } | undefined;
  constructor(paths: StorePaths, patience: number = PATIENCE_MS) {
    this.#paths = paths;
    this.#patience = patience;
  }

  /** Runs `work` while no other process does. A refusal to lock is an error of the store, and `work` did not run. */
  hold<T>(work: () => T): T {
    const db = this.#acquire();
    try {
      return work();
    } finally {
      // Nothing was written: the transaction is only the lock.
      db.exec("ROLLBACK");
    }
  }

  /** False when the file was deleted or replaced while held: another process may hold a second lock. */
  isOurs(): boolean {
    return this.#open !== undefined && inodeOf(this.#paths.lock) === this.#open.inode;
  }

  close(): void {
    this.#open?.db.close();
    this.#open = undefined;
  }

  #acquire(): DatabaseSync {
    const deadline = Date.now() + this.#patience;
    let deletions = 0;
    for (;;) {
      const taken = this.#tryTake(deletions);
      if (taken === "deleted") deletions += 1;
      else if (taken !== "busy") return taken;
      else if (Date.now() > deadline) throw storeError("lock_busy", `issue-memory lock busy: ${this.#paths.lock}`);
      if (taken === "busy") pause(PAUSE_MS * (1 + Math.random()));
    }
  }

  #tryTake(deletions: number): DatabaseSync | "busy" | "deleted" {
    try {
      const db = this.#opened();
      if (!tryBegin(db)) return "busy";
      if (this.isOurs()) return db;
    } catch (error) {
      if (error instanceof PortError) throw error;
      // Only a lock that is still there has really failed.
      if (this.isOurs() || !isDeletion(error) || deletions > DELETIONS) throw lockError(this.#paths.lock, error);
    }
    // We have a file that is no longer there.
    this.close();
    return "deleted";
  }

  #opened(): DatabaseSync {
    if (this.#open !== undefined && this.isOurs()) return this.#open.db;
    this.close();
    const { lock, folder } = this.#paths;
    for (;;) {
      const before = inodeOf(lock);
      const db = openLock(lock, folder);
      const inode = inodeOf(lock);
      // The file we opened is the one that was there before and is there now; a new one is opened once more.
      if (inode !== undefined && inode === before) {
        this.#open = { db, inode };
        return db;
      }
      db.close();
    }
  }
}

function openLock(path: string, folder: string): DatabaseSync {
  makeFolders(folder);
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) makePage(db);
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

function lockError(path: string, error: unknown): Error {
  const detail = error instanceof Error && "errcode" in error ? error.message : osErrorText(error);
  return storeError("lock_io", `failed to acquire issue-memory lock ${path}: ${detail}`, error);
}

function isDeletion(error: unknown): boolean {
  return codeOf(error) === IO_ERROR || (error instanceof Error && "errcode" in error && error.errcode === MOVED);
}

/** SQLite's code without its details; undefined for any other error. */
function codeOf(error: unknown): number | undefined {
  const isCoded = error instanceof Error && "errcode" in error && typeof error.errcode === "number";
  return isCoded ? (error.errcode as number) & 0xff : undefined;
}

function inodeOf(path: string): bigint | undefined {
  try {
    // Nothing there, or a file where its folder should be: then making the folder says what is wrong.
    return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
  } catch (error) {
    throw lockError(path, error);
  }
}

/** Sleeps without a timer: the store's calls answer when they are done. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
