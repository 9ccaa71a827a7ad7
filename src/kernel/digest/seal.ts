import { type Digest, digestText, parseDigest, type Sha256 } from "./digest.ts";

const OPENING = '{"self":"';
const CLOSING = '",';
/** Where the digest ends: `sha256:` and 64 hex digits behind the opening. */
const DIGEST_END = OPENING.length + 71;

/** A line that begins with the digest of the rest of itself, so that a changed byte shows in the newest row too, which no other row names yet. */
export interface Sealed {
  readonly line: string;
  readonly self: Digest;
}

/** Seals a JSON object that has members: `self` becomes the first one, and is the digest of the text without it. */
export function sealLine(body: string, sha256: Sha256): Sealed {
  const self = digestText(sha256, body);
  return { line: `${OPENING}${self}${CLOSING}${body.slice(1)}`, self };
}

/** What a sealed line is by its own digest: `broken` when a byte of it was changed, undefined when it has no seal at all. */
export function checkSeal(line: string, sha256: Sha256): Digest | "broken" | undefined {
  if (!line.startsWith(OPENING) || !line.startsWith(CLOSING, DIGEST_END)) return undefined;
  const self = parseDigest(line.slice(OPENING.length, DIGEST_END));
  if (self === undefined) return undefined;
  // Half a character has no UTF-8: nobody sealed it.
  if (!line.isWellFormed()) return "broken";
  return digestText(sha256, `{${line.slice(DIGEST_END + CLOSING.length)}`) === self ? self : "broken";
}
