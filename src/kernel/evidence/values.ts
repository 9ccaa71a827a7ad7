import { type Digest, digestJson, digestText, type Sha256 } from "../digest/digest.ts";
import type { Json } from "../json/value.ts";
import { isValueRef } from "../schema/misfit.ts";
import { NotNormal } from "./rows.ts";

/** Where values live that are not in the evidence itself, such as a folder of files. undefined: not there. */
export type ValueLookup = (digest: string) => Json | undefined;

/** Values by their digests. What is handed out has the digest it was asked for by; what is lacking is unproven. */
export interface Values {
  /** Digests of the values that came with the evidence itself. */
  readonly inline: readonly string[];
  /** The value with this digest, or undefined when nobody has it. */
  get(digest: string): Json | undefined;
  /** The value itself, or what a reference to it resolves to; undefined is unproven. */
  resolve(value: Json): Json | undefined;
  /** The digest a value has or is named by: a value and a reference to it are the same evidence. */
  digestOf(value: Json): Digest | string;
}

/** Values that the kernel has filed itself, each under the digest it computed: nothing is hashed a second time. */
export class ProvenValues implements Values {
  readonly #known: ReadonlyMap<string, Json>;
  readonly #sha256: Sha256;
  readonly #base: Values | undefined;

  /** Values over others: under one digest the upper one counts. */
  constructor(known: ReadonlyMap<string, Json>, sha256: Sha256, base?: Values) {
    this.#known = known;
    this.#sha256 = sha256;
    this.#base = base;
  }
  get inline(): readonly string[] {
    return [...new Set([...(this.#base?.inline ?? []), ...this.#known.keys()])];
  }
  get(digest: string): Json | undefined {
    const value = this.#known.get(digest);
    return value === undefined ? this.#base?.get(digest) : value;
  }
  resolve(value: Json): Json | undefined {
    return isValueRef(value) ? this.get(value.$digest) : value;
  }
  digestOf(value: Json): Digest | string {
    return isValueRef(value) ? value.$digest : digestJson(this.#sha256, value);
  }
}

/** Values as they came. What it hands out was checked against its digest. */
export class ValueStore implements Values {
  readonly #known = new Map<string, Json>();
  readonly #missing = new Set<string>();
  readonly #lookup: ValueLookup | undefined;
  readonly #sha256: Sha256;

  readonly inline: readonly string[];

  /** Throws {@link NotNormal} for an inline value that is filed under another digest than its own. */
  constructor(inline: Readonly<Record<string, Json>>, sha256: Sha256, lookup?: ValueLookup) {
    this.#sha256 = sha256;
    this.#lookup = lookup;
    this.inline = Object.keys(inline);
    for (const [digest, value] of Object.entries(inline)) this.#keep(digest, value, "evidence.tusk.values");
  }

  get(digest: string): Json | undefined {
    if (this.#known.has(digest)) return this.#known.get(digest);
    if (this.#lookup === undefined || this.#missing.has(digest)) return undefined;
    const value = this.#lookup(digest);
    if (value === undefined) this.#missing.add(digest);
    else this.#keep(digest, value, "the folder of values");
    return value;
  }

  resolve(value: Json): Json | undefined {
    return isValueRef(value) ? this.get(value.$digest) : value;
  }

  digestOf(value: Json): Digest | string {
    return isValueRef(value) ? value.$digest : digestJson(this.#sha256, value);
  }

  #keep(digest: string, value: Json, where: string): void {
    // A text may be filed under the digest of its raw bytes, which is how shown text and commands are hashed.
    const fits =
      (typeof value === "string" && digestText(this.#sha256, value) === digest) ||
      digestJson(this.#sha256, value) === digest;
    if (!fits) throw new NotNormal(`${where}["${digest}"] holds a value with another digest`);
    this.#known.set(digest, value);
  }
}
