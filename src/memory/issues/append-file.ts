import { closeSync, constants, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "#platform";

/** A file that only grows: what is appended is there whole, or not at all. */
export class AppendFile {
  readonly path: string;
  readonly descriptor: number;
  private constructor(path: string, descriptor: number) {
    this.path = path;
    this.descriptor = descriptor;
  }

  /** Opens a file for appending, making it durable when it is new. */
  static open(path: string): AppendFile {
    const { O_RDWR, O_APPEND, O_CREAT, O_EXCL } = constants;
    try {
      return new AppendFile(path, openSync(path, O_RDWR | O_APPEND));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    }
    const file = new AppendFile(path, openSync(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL, 0o644));
    syncFolder(dirname(path));
    return file;
  }

  /** Opens a file to read from it by place. */
  static openToRead(path: string): AppendFile {
    return new AppendFile(path, openSync(path, constants.O_RDONLY));
  }

  /** What tells this file from another one of the same name. */
  get inode(): bigint {
    return fstatSync(this.descriptor, { bigint: true }).ino;
  }

  size(): number {
    return fstatSync(this.descriptor).size;
  }

  /** Appends in one write and answers where it begins. What a full disk took only half of is taken back. */
  append(bytes: Uint8Array, sync: boolean): number {
    const before = this.size();
    try {
      let written = 0;
      while (written < bytes.length) written += writeSync(this.descriptor, bytes, written);
      if (sync) fdatasyncSync(this.descriptor);
    } catch (error) {
      ftruncateSync(this.descriptor, before);
      throw error;
    }
    return before;
  }

  /** The bytes from an offset on, to the end or for a length. */
  read(offset: number, length: number = Math.max(0, this.size() - offset)): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    let read = 0;
    while (read < length) {
      const some = readSync(this.descriptor, bytes, read, length - read, offset + read);
      if (some === 0) break;
      read += some;
    }
    return bytes.subarray(0, read);
  }

  /** Cuts off what stands behind an offset, durably. */
  truncate(offset: number): void {
    ftruncateSync(this.descriptor, offset);
    fdatasyncSync(this.descriptor);
  }

  close(): void {
    closeSync(this.descriptor);
  }
}
