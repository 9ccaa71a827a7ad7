import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { Issue, Timestamp } from "#kernel";
import type { StoreNotice } from "#ports";
import { AppendFile } from "./append-file.ts";
import { EventLog } from "./event-log.ts";
import { isDatabaseError, openIndex } from "./index-schema.ts";
import { IssueIndex } from "./issue-index.ts";
import { readRow } from "./read-row.ts";
import { storeError } from "./store-error.ts";
import type { StoreOptions } from "./store-options.ts";
import type { StorePaths } from "./store-paths.ts";

/** The parts a writer works with, open while the lock is held and kept between. */
export class OpenStore {
  readonly paths: StorePaths;
  readonly options: StoreOptions;
  readonly db: DatabaseSync;
  readonly index: IssueIndex;
  readonly #indexInode: bigint | undefined;
  /** False when the lock was deleted while it is held: another process may be writing too. */
  readonly isAlone: () => boolean;
  #file: AppendFile;
  #log: EventLog | undefined;
  #isIndexLeft = false;
  constructor(paths: StorePaths, options: StoreOptions, isAlone: () => boolean) {
    this.paths = paths;
    this.options = options;
    this.isAlone = isAlone;
    this.#file = AppendFile.open(paths.issues);
    this.db = openIndex(paths);
    this.#indexInode = inodeOf(paths.index);
    this.index = new IssueIndex(this.db);
  }

  /** The issue file that the path names now. */
  get file(): AppendFile {
    if (!this.isSwapped()) return this.#file;
    this.#file.close();
    this.#file = AppendFile.open(this.paths.issues);
    return this.#file;
  }

  /** Whether the path names another file than the one that is open. */
  isSwapped(): boolean {
    return inodeOf(this.paths.issues) !== this.#file.inode;
  }

  /** Whether the index that is open is the one that others find. */
  isIndexLost(): boolean {
    return this.#isIndexLeft || inodeOf(this.paths.index) !== this.#indexInode;
  }

  /**
   * Brings the index up to what is in the file already: that happened, whatever becomes of the index. One that cannot be written is left
   * behind, and whoever comes next follows the file from where the index stands.
   */
  tryIndex(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!isDatabaseError(error) && !(error instanceof IndexMismatch)) throw error;
      this.#isIndexLeft = true;
    }
  }

  /** This clone's log as it is found now: git may have put another file there. */
  get log(): EventLog {
    if (this.#log !== undefined && this.#log.inode !== `${inodeOf(this.#log.path)}`) {
      this.#log.close();
      this.#log = undefined;
    }
    this.#log ??= new EventLog(this.paths);
    return this.#log;
  }

  /** Before anything is cut off or voided: what looks like a dead writer's may be a living one's, if the lock was lost. */
  mustBeAlone(): void {
    if (!this.isAlone()) throw new LockLost();
  }

  /** The standing row of an id, read from the file; a deleted one too. */
  readRow(id: string): Issue | undefined {
    const place = this.index.find(id);
    if (place === undefined) return undefined;
    const issue = readRow(this.#file.read(place.offset, place.length));
    if (issue?.id !== id) throw new IndexMismatch(id);
    return issue;
  }

  say(kind: StoreNotice["kind"], text: string): void {
    this.options.notice?.({ kind, text });
  }

  now(): Timestamp {
    return this.options.now();
  }

  /** Writes to the index, all or nothing. */
  transact<T>(work: () => T): T {
    this.db.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.db.exec("COMMIT");
      return result;
    } catch (error) {
      // A full disk has ended the transaction already.
      if (this.db.isTransaction) this.db.exec("ROLLBACK");
      throw error;
    }
  }

  close(): void {
    this.#file.close();
    this.#log?.close();
    this.db.close();
  }
}

function inodeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}

/** The index points at something else than it says: it is thrown away and made anew from the file. */
export class IndexMismatch extends Error {
  override readonly name = "IndexMismatch";
  constructor(id: string) {
    super(`the index does not point at the row of ${id}`);
  }
}

/** The lock was deleted while it was held: whoever held it starts over. */
export class LockLost extends Error {
  override readonly name = "LockLost";
}

/** The contract's text for a file that cannot be taken in. */
export function corruptFile(message: string): Error {
  return storeError("corrupt", message);
}
