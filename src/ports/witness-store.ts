import type { Digest, Json } from "#kernel";

/** What a witness is of: the stages of a turn that leave one (M14). */
export type WitnessKind = "CallSpec" | "ToolUse" | "JoinClosed" | "MutationReady";

/** One witness as it was put. */
export interface Witness {
  readonly kind: WitnessKind;
  readonly value: Json;
}

/** How a store of witnesses stands: all of them looked at, or the first one that is not what its name says. */
export interface WitnessCheck {
  readonly checked: number;
  readonly bad: { readonly path: string; readonly problem: string } | undefined;
}

/** Why a store of witnesses fails: a file is not what its name says; there is no such witness; the machine failed. */
export type WitnessStoreCode = "damaged" | "missing" | "io";

/** Witnesses by the digest of their content: what is read is what was put, or nothing. */
export interface WitnessStore {
  /** Keeps a witness, whole or not at all, and names it. The same one twice is kept once. */
  put(kind: WitnessKind, value: Json): Digest;
  /** The witness of this name, its content checked. Throws `PortError` `missing` or `damaged`. */
  get(ref: Digest): Witness;
  /** Every name there is, in order. */
  list(): readonly Digest[];
  /** Reads every one: how many there are, and the first that is not what its name says. */
  verify(): WitnessCheck;
}
