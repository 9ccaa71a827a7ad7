import type { Json } from "../json/value.ts";
import { canonicalJson, NotJsonError } from "./canonical.ts";
import { sortedByCodePoint } from "./order.ts";

declare const brand: unique symbol;

/** `sha256:` and 64 lower-case hex digits. Only this file and {@link parseDigest} make one. */
export type Digest = string & { readonly [brand]: "Digest" };

/** SHA-256 as a value given to the kernel: the UTF-8 bytes of a text to 64 lower-case hex digits. */
export type Sha256 = (text: string) => string;

/** The one place a foreign string becomes a {@link Digest}. */
export function parseDigest(text: string): Digest | undefined {
  return /^sha256:[0-9a-f]{64}$/.test(text) ? (text as Digest) : undefined;
}

/** The digest of a text's raw UTF-8 bytes, no quotes around it (contract 0.4). A lone surrogate has no UTF-8 and is refused. */
export function digestText(sha256: Sha256, text: string): Digest {
  if (!text.isWellFormed()) throw new NotJsonError("a lone surrogate", "the text");
  return `sha256:${sha256(text)}` as Digest;
}

/** The same for a text that was made of well-formed ones here: it need not be looked through. */
export function digestMade(sha256: Sha256, text: string): Digest {
  return `sha256:${sha256(text)}` as Digest;
}

/** The digest of a value's canonical form (contract 0.4). */
export function digestJson(sha256: Sha256, value: Json): Digest {
  return digestText(sha256, canonicalJson(value));
}

/** A digest that no other use of the same value shares: the domain is hashed with it, as JSON, so that nothing can run together. */
export function digestIn(sha256: Sha256, domain: string, value: Json): Digest {
  return digestJson(sha256, [domain, value]);
}

/** The digest of a collection whose order does not matter and whose repeats do (K04). */
export function digestMultiset(sha256: Sha256, values: readonly Json[]): Digest {
  return digestJson(sha256, sortedByCodePoint(values.map((value) => digestJson(sha256, value))));
}
