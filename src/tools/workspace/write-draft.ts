import {
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  writeFileSync,
} from "node:fs";
import { codeOf } from "./file-failure.ts";

const DRAFT = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Writes a new file and syncs it, with the owner and mode of the one it will replace; the name must be free. Gives its mark. */
export function writeDraft(path: string, bytes: Uint8Array, old: BigIntStats | undefined): string {
  const descriptor = openSync(path, DRAFT, old === undefined ? 0o666 : 0o600);
  try {
    writeFileSync(descriptor, bytes);
    if (old !== undefined) keepOwner(descriptor, old);
    if (old !== undefined) fchmodSync(descriptor, Number(old.mode & 0o777n));
    fsyncSync(descriptor);
    return markOf(fstatSync(descriptor, { bigint: true }));
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

/** Which file it is, and that nobody has written to it since: it keeps its mark under every name. */
export function markOf({ ino, mtimeNs }: BigIntStats): string {
  return `${ino}-${mtimeNs}`;
}
