import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { PortError } from "#ports";
import { followFile } from "./follow-file.ts";
import { isDatabaseError } from "./index-schema.ts";
import { OpenStore } from "./open-store.ts";
import type { StoreOptions } from "./store-options.ts";
import { StoreLock } from "./store-lock.ts";
import { type StorePaths, storePaths } from "./store-paths.ts";

/** How long a reader waits for writers before it reads the file itself. */
const PATIENCE_MS = 2000;

/**
 * Brings the index of a large file up for those who only read: the cache is written, the issue file never. Whatever hinders it, the reader
 * still has the file.
 */
export function bringUpIndex(path: string, options: StoreOptions): void {
  const paths = storePaths(path);
  // A last line without its newline is for a writer to mend.
  if (!endsWithNewline(paths)) return;
  const lock = new StoreLock(paths, PATIENCE_MS);
  try {
    lock.hold(() => {
      const store = new OpenStore(paths, options, () => lock.isOurs());
      try {
        followFile(store);
      } finally {
        store.close();
      }
    });
  } catch (error) {
    // A damaged file is told by the reader, in the contract's words; a folder that cannot be written has no index.
    const isExpected =
      error instanceof PortError || isDatabaseError(error) || (error instanceof Error && "errno" in error);
    if (!isExpected) throw error;
  } finally {
    lock.close();
  }
}

function endsWithNewline({ issues }: StorePaths): boolean {
  const descriptor = openSync(issues, "r");
  try {
    const last = new Uint8Array(1);
    const { size } = fstatSync(descriptor);
    return size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] === 0x0a;
  } finally {
    closeSync(descriptor);
  }
}
