import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "#platform";
import { guardIo, journalError } from "./journal-error.ts";
import type { JournalSync } from "./journal-options.ts";

const { O_RDWR, O_RDONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants;

/** The file of a journal, open to be appended to by one writer that knows its size. */
export class JournalFile {
  readonly path: string;
  readonly #descriptor: number;
  readonly #inode: bigint;
  #size: number;
  #isOpen = true;
  private constructor(path: string, descriptor: number) {
    this.path = path;
    this.#descriptor = descriptor;
    const { ino, size } = fstatSync(descriptor, { bigint: true });
    this.#inode = ino;
    this.#size = Number(size);
  }

  /** Opens or makes it, for its owner's eyes only. A link in its place is not followed. */
  static open(path: string, sync: JournalSync): JournalFile {
    return guardIo(path, () => {
      const descriptor = openOrMake(path, sync);
      if (fstatSync(descriptor).isFile()) return new JournalFile(path, descriptor);
      closeSync(descriptor);
      throw journalError("io", `${path}: it is no regular file`);
    });
  }

  get size(): number {
    return this.#size;
  }

  /** Throws `fenced` when another file has its name, or somebody else has written to it. */
  mustBeUntouched(): void {
    const found = statSync(this.path, { bigint: true, throwIfNoEntry: false });
    if (found?.ino !== this.#inode || found.size !== BigInt(this.#size)) throw this.#fenced();
  }

  /** The same for its size alone, without looking for its name. */
  mustBeAsLong(): void {
    if (fstatSync(this.#descriptor).size !== this.#size) throw this.#fenced();
  }

  #fenced(): Error {
    return journalError(
      "fenced",
      `${this.path}: somebody else has written, moved or replaced it; nothing more is written`,
    );
  }

  /** Appends a text in one write. What the disk took only half of is cut off again, if that is possible; the error is thrown. */
  append(text: string): void {
    const length = Buffer.byteLength(text);
    let written = 0;
    try {
      written = writeSync(this.#descriptor, text);
      if (written < length) {
        const bytes = Buffer.from(text);
        while (written < length) written += writeSync(this.#descriptor, bytes, written);
      }
    } catch (error) {
      this.#cutBack(written);
      throw error;
    }
    this.#size += length;
  }

  /** Makes durable what was appended, and calls back. */
  sync(done: (error: Error | null) => void): void {
    fdatasync(this.#descriptor, done);
  }

  /** Every byte of it. */
  read(): Buffer {
    const bytes = Buffer.alloc(this.#size);
    for (let read = 0; read < bytes.length;) {
      const some = readSync(this.#descriptor, bytes, read, bytes.length - read, read);
      if (some === 0) return bytes.subarray(0, read);
      read += some;
    }
    return bytes;
  }

  /** Cuts off what stands behind an offset, durably. */
  truncate(size: number): void {
    ftruncateSync(this.#descriptor, size);
    fdatasyncSync(this.#descriptor);
    this.#size = size;
  }

  /** Twice is once. */
  close(): void {
    if (this.#isOpen) closeSync(this.#descriptor);
    this.#isOpen = false;
  }

  /** Only what this write has added: with somebody else's bytes behind it nothing may be cut. The next opening heals what is left. */
  #cutBack(written: number): void {
    try {
      if (written > 0 && fstatSync(this.#descriptor).size === this.#size + written) this.truncate(this.#size);
    } catch (error) {
      if (!(error instanceof Error && "errno" in error)) throw error;
    }
  }
}

/** The bytes of a journal that is only looked at. Never waits, follows no link. */
export function readJournalBytes(path: string): Buffer {
  return guardIo(path, () => {
    const descriptor = openToRead(path);
    try {
      if (!fstatSync(descriptor).isFile()) throw journalError("io", `${path}: it is no regular file`);
      return readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}

function openToRead(path: string): number {
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (isCoded(error, "ENOENT")) throw journalError("missing", `there is no journal ${path}`, error);
    throw error;
  }
}

function openOrMake(path: string, sync: JournalSync): number {
  const flags = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK;
  try {
    return openSync(path, flags);
  } catch (error) {
    if (!isCoded(error, "ENOENT")) throw error;
  }
  const descriptor = openSync(path, flags | O_CREAT | O_EXCL, 0o600);
  // Its name is as safe as its rows are to be.
  if (sync === "always") syncFolder(dirname(path));
  return descriptor;
}

function isCoded(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
