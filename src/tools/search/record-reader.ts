/** Longer than any record that we ask for: a path has at most 4,096 bytes. */
const LONGEST = 64 * 1024;

/** Cuts output that arrives in parts into records; holds no more than one. */
export class RecordReader {
  readonly #separator: number;
  readonly #onRecord: (record: Buffer) => boolean;
  #carry: Buffer = Buffer.alloc(0);
  constructor(separator: number, onRecord: (record: Buffer) => boolean) {
    this.#separator = separator;
    this.#onRecord = onRecord;
  }

  /** False when no more is wanted, or when what comes is no record. */
  feed(bytes: Buffer): boolean {
    const text = this.#carry.length === 0 ? bytes : Buffer.concat([this.#carry, bytes]);
    let start = 0;
    for (let end = text.indexOf(this.#separator); end >= 0; end = text.indexOf(this.#separator, start)) {
      if (!this.#onRecord(text.subarray(start, end))) return false;
      start = end + 1;
    }
    this.#carry = text.subarray(start);
    return this.#carry.length <= LONGEST;
  }
}
