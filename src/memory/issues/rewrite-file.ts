import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import type { IndexState } from "./index-state.ts";
import { syncFolder } from "./append-file.ts";
import type { OpenStore } from "./open-store.ts";
import { rebuildIndex } from "./rebuild-index.ts";

/**
 * Replaces the issue file as a whole (under the lock): the old one or the new one is there, never a part. The index follows. False when the
 * lock was lost meanwhile: then it is not replaced, for it may have grown.
 */
export function replaceFile(
  store: OpenStore,
  bytes: Uint8Array,
  { log, nextFree }: Pick<IndexState, "log" | "nextFree">,
): boolean {
  const isReplaced = writeReplacement(store.paths.issues, bytes, store.isAlone);
  if (isReplaced) store.tryIndex(() => void rebuildIndex(store, log, nextFree));
  return isReplaced;
}

/** Writes beside the file, syncs, renames over it if it still `may`, syncs the folder: its mode stays. */
export function writeReplacement(path: string, bytes: Uint8Array, may: () => boolean): boolean {
  const temporary = `${path}.tmp.${process.pid}.${process.hrtime.bigint()}`;
  try {
    const descriptor = openSync(temporary, "wx", 0o644);
    try {
      const old = statSync(path, { throwIfNoEntry: false });
      if (old !== undefined) fchmodSync(descriptor, old.mode);
      let written = 0;
      while (written < bytes.length) written += writeSync(descriptor, bytes, written);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    if (!may()) {
      rmSync(temporary, { force: true });
      return false;
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(path.slice(0, path.lastIndexOf("/") + 1) || ".");
  return true;
}
