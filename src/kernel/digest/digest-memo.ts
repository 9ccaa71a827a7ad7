import { type Digest, digestText, type Sha256 } from "./digest.ts";

/** What often stays the same from one turn to the next. */
export type MemoSlot = "emptySet" | "protocolState" | "queue" | "queueSet" | "view" | "viewSet";

/** Longer texts are not kept. */
const MOST_CHARACTERS = 2_000;

/** Digests of texts; of each kind the last one is remembered, so that what has not changed is not hashed again. */
export class DigestMemo {
  readonly #sha256: Sha256;
  readonly #last = new Map<MemoSlot, { readonly text: string; readonly digest: Digest }>();

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }
  digest(slot: MemoSlot, text: string): Digest {
    const last = this.#last.get(slot);
    if (last?.text === text) return last.digest;
    const digest = digestText(this.#sha256, text);
    if (text.length <= MOST_CHARACTERS) this.#last.set(slot, { text, digest });
    return digest;
  }
}
