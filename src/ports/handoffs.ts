import type { ArtifactRef, Digest, Handoff, Receiving } from "#kernel";

/** Why a packet or an artifact cannot be had: nothing has this name; what stands there is not what its name says; it is too large; the machine failed. */
export type HandoffCode = "missing" | "damaged" | "oversized" | "io";

/** Handoff packets by the digest of their content: what is read is what was put, or nothing. Throws `PortError` of port `handoffs`. */
export interface Handoffs {
  /** Keeps a packet, whole and durable, and names it. The same one twice is kept once. */
  put(handoff: Handoff): Digest;
  /** The packet of this name, its content checked. Throws `missing` or `damaged`. */
  get(digest: Digest): Handoff;
  /** The same, gone on from only where everything it rests on is there, unchanged, now (R22). */
  receive(digest: Digest): Promise<Receiving>;
  /** What exists now of these references, with its digest: what is not there is left out. */
  existing(refs: readonly string[]): Promise<readonly ArtifactRef[]>;
}

/** A part of a kept text. */
export interface ArtifactPage {
  readonly text: string;
  /** In bytes of UTF-8, of the whole text and of where this part begins and the next one would. */
  readonly totalBytes: number;
  readonly offset: number;
  readonly next: number | undefined;
}

/** Large results as files by digest: the view holds their name (R23). Throws `PortError` of port `artifacts`. */
export interface ArtifactStore {
  /** Keeps a text whole and names it; undefined where it is larger than one may be. The same one twice is kept once. */
  put(text: string): ArtifactRef | undefined;
  /** A page of a kept text, whole characters only. Throws `missing` or `damaged`. */
  page(digest: Digest, place: { readonly offset: number; readonly bytes: number }): ArtifactPage;
}
