/** The first and the last bytes of a stream of any length, each at most as many as were asked for; memory holds no more. */
export class KeptBytes {
  readonly #headBytes: number;
  readonly #tailBytes: number;
  #head: Buffer = Buffer.alloc(0);
  #headLength = 0;
  /** A ring: the oldest byte stands at `#tailAt` once it is full. */
  #tail: Buffer = Buffer.alloc(0);
  #tailAt = 0;
  #total = 0;
  constructor({ headBytes, tailBytes }: { readonly headBytes: number; readonly tailBytes: number }) {
    this.#headBytes = headBytes;
    this.#tailBytes = tailBytes;
  }

  get total(): number {
    return this.#total;
  }

  /** Whether bytes between the two parts are gone. */
  get isCut(): boolean {
    return this.#total > this.#headBytes + this.#tailBytes;
  }

  add(bytes: Uint8Array): void {
    this.#total += bytes.length;
    const room = this.#headBytes - this.#headLength;
    if (room > 0) this.#addToHead(bytes.subarray(0, room));
    if (bytes.length > room) this.#addToTail(bytes.subarray(Math.max(0, room)));
  }

  head(): Uint8Array {
    return this.#head.subarray(0, this.#headLength);
  }

  /** In order. */
  tail(): Uint8Array {
    const length = Math.min(this.#tailBytes, this.#total - this.#headLength);
    if (length < this.#tailBytes) return this.#tail.subarray(0, length);
    return Buffer.concat([this.#tail.subarray(this.#tailAt), this.#tail.subarray(0, this.#tailAt)]);
  }

  #addToHead(bytes: Uint8Array): void {
    const length = this.#headLength + bytes.length;
    if (length > this.#head.length) {
      const larger = Buffer.allocUnsafe(Math.min(this.#headBytes, Math.max(length, 2 * this.#head.length)));
      this.#head.copy(larger, 0, 0, this.#headLength);
      this.#head = larger;
    }
    this.#head.set(bytes, this.#headLength);
    this.#headLength = length;
  }

  #addToTail(bytes: Uint8Array): void {
    // Most commands never come here.
    if (this.#tail.length === 0) this.#tail = Buffer.allocUnsafe(this.#tailBytes);
    const last = bytes.subarray(Math.max(0, bytes.length - this.#tailBytes));
    const first = last.subarray(0, this.#tailBytes - this.#tailAt);
    this.#tail.set(first, this.#tailAt);
    this.#tail.set(last.subarray(first.length), 0);
    this.#tailAt = this.#tailBytes === 0 ? 0 : (this.#tailAt + last.length) % this.#tailBytes;
  }
}
