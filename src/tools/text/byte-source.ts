import { readSync } from "node:fs";
import type { OpenFile } from "#ports";

/** Bytes that are read in parts: an open file, or what is in memory. */
export interface ByteSource {
  readonly size: number;
  /** At most `length` bytes from `offset`; fewer only at the end. */
  readAt(offset: number, length: number): Uint8Array;
  /** Some bytes from `offset`, none only at the end. They may stand in `buffer`, until it is used again. */
  readNext(offset: number, buffer: Uint8Array): Uint8Array;
}

/** Bytes in memory, read in parts without a copy. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  const readAt = (offset: number, length: number): Uint8Array => bytes.subarray(offset, offset + length);
  return { size: bytes.length, readAt, readNext: (offset, buffer) => readAt(offset, buffer.length) };
}

/** A file read in parts; going through it takes one buffer, however large it is. */
export function fileSource(file: OpenFile): ByteSource {
  return {
    size: file.size,
    readAt: (offset, length) => file.readAt(offset, length),
    readNext: (offset, buffer) => buffer.subarray(0, readSync(file.descriptor, buffer, 0, buffer.length, offset)),
  };
}
