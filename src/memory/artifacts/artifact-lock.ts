import { FileLock } from "../lock/file-lock.ts";

/** How long a writer waits for the others before it gives up. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 2;
/** How often in a row the lock may be deleted while it is being taken. */
const DELETIONS = 64;

/** Why work did not run: others kept the lock, or there can be none here. */
export type LockTrouble = { readonly kind: "busy" } | { readonly kind: "impossible"; readonly error: unknown };

/** What `work` answered under the lock, or why it did not run. */
export type Locked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly trouble: LockTrouble };

/** The lock of an artifact: a file beside its real path, so that every link to it means the same lock. */
export function lockPath(real: string): string {
  return `${real}.lock.db`;
}

/** Runs `work` while no other process does; the machine frees the lock when its holder dies. `isOurs` turns false when somebody deletes it meanwhile. */
export function underLock<T>(
  path: string,
  work: (isOurs: () => boolean) => T,
  patience: number = PATIENCE_MS,
): Locked<T> {
  const lock = new FileLock(path, "never");
  try {
    const trouble = takeTrouble(lock, patience);
    return trouble === undefined ? { ok: true, value: work(() => lock.isOurs()) } : { ok: false, trouble };
  } finally {
    lock.close();
  }
}

function takeTrouble(lock: FileLock, patience: number): LockTrouble | undefined {
  const deadline = Date.now() + patience;
  for (let deletions = 0; deletions <= DELETIONS;) {
    const taking = tryTake(lock);
    if (taking === "taken") return undefined;
    if (typeof taking === "object") return taking;
    if (taking === "deleted") deletions += 1;
    else if (Date.now() > deadline) return { kind: "busy" };
    else pause(PAUSE_MS * (1 + Math.random()));
  }
  return { kind: "impossible", error: lock.trouble };
}

function tryTake(lock: FileLock): ReturnType<FileLock["tryTake"]> | LockTrouble {
  try {
    return lock.tryTake();
  } catch (error) {
    return { kind: "impossible", error };
  }
}

/** Sleeps without a timer: a write answers when it is done. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
