import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { type OpenFile, ToolFailed } from "#ports";
import { pathFailure } from "./file-failure.ts";
import { inside, lookAt } from "./walk.ts";

// Without waiting: opening a pipe for reading would wait for a writer for ever.
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Refuses what is no regular file, in words that say what it is. */
export function assertRegular(entry: BigIntStats, path: string): void {
  if (entry.isFile()) return;
  if (entry.isDirectory()) throw pathFailure("InvalidInput", path, "is a folder, not a file");
  if (entry.isSymbolicLink()) throw pathFailure("Denied", path, "is a link, and links are not followed (path.symlink)");
  throw pathFailure("Denied", path, "is no regular file (path.special)");
}

/** Opens a regular file inside a folder that is held open. Looked at before and after: a device is not even opened, a swap is seen. */
export function openRegular(folder: number, name: string, path: string): { descriptor: number; stats: BigIntStats } {
  const entry = lookAt(folder, name);
  if (entry === undefined) throw pathFailure("NotFound", path, "does not exist");
  assertRegular(entry, path);
  const descriptor = openSync(inside(folder, name), READ);
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    assertRegular(stats, path);
    return { descriptor, stats };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** The whole content of an open file, if it has at most `maxBytes`; also of one that grows meanwhile. */
export function readWhole(
  descriptor: number,
  size: number,
  { maxBytes, path }: { maxBytes: number; path: string },
): Uint8Array {
  if (size > maxBytes) throw tooLarge(path, size, maxBytes);
  // One byte more than expected: the read that fills less has seen the end.
  let bytes = Buffer.allocUnsafe(size + 1);
  let filled = 0;
  for (;;) {
    const got = readSync(descriptor, bytes, filled, bytes.length - filled, null);
    filled += got;
    if (got === 0) return bytes.subarray(0, filled);
    if (filled > maxBytes) throw tooLarge(path, filled, maxBytes);
    if (filled === bytes.length) bytes = Buffer.concat([bytes, Buffer.allocUnsafe(bytes.length)]);
  }
}

function tooLarge(path: string, size: number, maxBytes: number): Error {
  return pathFailure("InvalidInput", path, `has ${size} bytes, and at most ${maxBytes} are taken at once`);
}

/** A file held open, as tools see it. Once it is closed nothing is read: the descriptor's number may belong to another file by then. */
export function openFileOf(descriptor: number, size: number, closed: (file: OpenFile) => void): OpenFile {
  let isOpen = true;
  const file: OpenFile = {
    size,
    descriptor,
    readAt: (offset, length) => {
      if (!isOpen) throw new ToolFailed("Interrupted", "the file is closed: this call is over");
      const bytes = Buffer.allocUnsafe(length);
      let filled = 0;
      for (let got = -1; got !== 0 && filled < length; filled += got)
        got = readSync(descriptor, bytes, filled, length - filled, offset + filled);
      return bytes.subarray(0, filled);
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      closeSync(descriptor);
      closed(file);
    },
  };
  return file;
}
