/** Why bytes are no usable JSON, in the contract's words, and where. Columns count bytes (contract 0.6). */
export interface JsonProblem {
  readonly reason: string;
  readonly line: number;
  readonly column: number;
}

/** A key given twice in one object. The reader reports it, the border decides what it means. */
export interface DuplicateKey {
  readonly key: string;
  readonly line: number;
  readonly column: number;
}

/** A {@link DuplicateKey} whose line is not counted yet. */
export interface KeyRepeat {
  readonly key: string;
  readonly offset: number;
}

/** What a reader answers: a value with its duplicate keys, or the first problem in document order. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T; readonly duplicates: readonly DuplicateKey[] }
  | { readonly ok: false; readonly problem: JsonProblem };

/** `<reason> at line L column C`, as the contract prints it. */
export function problemText({ reason, line, column }: JsonProblem): string {
  return `${reason} at line ${line} column ${column}`;
}

/** How a tokenizer stops: thrown inside the reader, caught at its door, never seen outside. No Error, whose stack costs more than the reading. */
export class Unreadable {
  readonly message: string;
  readonly offset: number;
  constructor(reason: string, offset: number) {
    this.message = reason;
    this.offset = offset;
  }
}

const NEWLINE = 0x0a;

/** Line (from 1) and column (bytes since the last newline) of a byte offset. */
export function positionOf(bytes: Uint8Array, offset: number): { line: number; column: number } {
  return walkLines(bytes)(offset);
}

/** Places repeats in one pass over the bytes; they come in document order. */
export function placed(bytes: Uint8Array, repeats: readonly KeyRepeat[]): readonly DuplicateKey[] {
  const position = walkLines(bytes);
  return repeats.map(({ key, offset }) => ({ key, ...position(offset) }));
}

/** Answers rising offsets without starting over: a file of repeats must not cost its square. */
function walkLines(bytes: Uint8Array): (offset: number) => { line: number; column: number } {
  let line = 1;
  let start = 0;
  let at = 0;
  return (offset) => {
    for (; at < offset; at++) {
      if (bytes[at] !== NEWLINE) continue;
      line += 1;
      start = at + 1;
    }
    return { line, column: offset - start };
  };
}
