import { osErrorText } from "#platform";
import { FileLock } from "../lock/file-lock.ts";
import { storeError } from "./store-error.ts";
import type { StorePaths } from "./store-paths.ts";

/** How long a writer waits for the others before it gives up. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 2;
/** How often in a row the lock may be deleted while it is being taken. */
const DELETIONS = 64;

/** The store's mutex, with the contract's errors: held for one change at a time. */
export class StoreLock {
  readonly #lock: FileLock;
  readonly #patience: number;
  constructor(paths: StorePaths, patience: number = PATIENCE_MS) {
    this.#lock = new FileLock(paths.lock);
    this.#patience = patience;
  }

  /** Runs `work` while no other process does. A refusal to lock is an error of the store, and `work` did not run. */
  hold<T>(work: () => T): T {
    this.#acquire();
    try {
      return work();
    } finally {
      this.#lock.release();
    }
  }

  /** False when the file was deleted or replaced while held: another process may hold a second lock. */
  isOurs(): boolean {
    return this.#guard(() => this.#lock.isOurs());
  }

  close(): void {
    this.#lock.close();
  }

  #acquire(): void {
    const { path } = this.#lock;
    const deadline = Date.now() + this.#patience;
    for (let deletions = 0; deletions <= DELETIONS;) {
      const taking = this.#guard(() => this.#lock.tryTake());
      if (taking === "taken") return;
      if (taking === "deleted") deletions += 1;
      else if (Date.now() > deadline) throw storeError("lock_busy", `issue-memory lock busy: ${path}`);
      else pause(PAUSE_MS * (1 + Math.random()));
    }
    throw lockError(path, this.#lock.trouble);
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw lockError(this.#lock.path, error);
    }
  }
}

function lockError(path: string, error: unknown): Error {
  const detail = error instanceof Error && "errcode" in error ? error.message : osErrorText(error);
  return storeError("lock_io", `failed to acquire issue-memory lock ${path}: ${detail}`, error);
}

/** Sleeps without a timer: the store's calls answer when they are done. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
