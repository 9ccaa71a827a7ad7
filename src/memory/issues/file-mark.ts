import { type BigIntStats, closeSync, fstatSync, openSync, readSync } from "node:fs";
import { sha256 } from "#platform";

/** How much before the mark is hashed: a replaced file of the same length differs there, almost always. */
const TAIL = 4096;

/** How far a file was read, and what tells that it is still the same file. */
export interface FileMark {
  readonly dev: bigint;
  readonly inode: bigint;
  /** Every byte before it was taken in. */
  readonly offset: number;
  readonly tail: string;
  /** When the file was last changed in any way: only ever a reason to look again, never one to believe. */
  readonly changed: bigint;
}

/** What the mark says about the file as it is now. */
export type MarkState = "same" | "grown" | "replaced";

/** Marks a file as read up to `offset`. */
export function markFile(descriptor: number, offset: number): FileMark {
  const stat = fstatSync(descriptor, { bigint: true });
  return { dev: stat.dev, inode: stat.ino, offset, tail: tailHash(descriptor, offset), changed: stat.ctimeNs };
}

/** Whether a file is as the mark says, has only grown, or is another one (ENGINE 5). */
export function compareMark(mark: FileMark, path: string, stat: BigIntStats): MarkState {
  if (stat.dev !== mark.dev || stat.ino !== mark.inode || stat.size < BigInt(mark.offset)) return "replaced";
  const grown = stat.size > BigInt(mark.offset);
  // The same length, and touched: somebody edited it in place, or only its attributes. The file wins, so it is read.
  if (!grown) return stat.ctimeNs === mark.changed ? "same" : "replaced";
  const descriptor = openSync(path, "r");
  try {
    return tailHash(descriptor, mark.offset) === mark.tail ? "grown" : "replaced";
  } finally {
    closeSync(descriptor);
  }
}

function tailHash(descriptor: number, offset: number): string {
  const length = Math.min(TAIL, offset);
  const bytes = Buffer.alloc(length);
  const read = readSync(descriptor, bytes, 0, length, offset - length);
  return sha256(bytes.toString("latin1", 0, read));
}
