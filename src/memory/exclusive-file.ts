import { closeSync, constants, fsyncSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { isMissing } from "./issues/store-error.ts";

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** Writes a file that is not there yet, for its owner alone; a link in its place is not followed. Durable where it is synced. */
export function writeNew(path: string, content: string | Uint8Array, isSynced: boolean): void {
  const descriptor = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    writeFileSync(descriptor, content);
    if (isSynced) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Undefined when there is nothing; a link is not followed, and nothing is waited for. */
export function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path, { flag: O_RDONLY | O_NOFOLLOW | O_NONBLOCK });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
