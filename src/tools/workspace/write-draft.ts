import {
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  writeFileSync,
} from "node:fs";
import { codeOf } from "./file-failure.ts";

const DRAFT = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Writes a new file and syncs it, with the owner and mode of the one it will replace; the name must be free. */
export function writeDraft(path: string, bytes: Uint8Array, old: BigIntStats | undefined): void {
  const descriptor = openSync(path, DRAFT, old === undefined ? 0o666 : 0o600);
  try {
    writeFileSync(descriptor, bytes);
    if (old !== undefined) keepOwner(descriptor, old);
    if (old !== undefined) fchmodSync(descriptor, Number(old.mode & 0o777n));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function keepOwner(descriptor: number, { uid, gid }: BigIntStats): void {
  if (Number(uid) === process.getuid?.() && Number(gid) === process.getgid?.()) return;
  try {
    fchownSync(descriptor, Number(uid), Number(gid));
  } catch (error) {
    // Only root may give files away: then it becomes ours, as with every editor that replaces files.
    if (codeOf(error) !== "EPERM") throw error;
  }
}
