import { digestText, type Sha256 } from "../digest/digest.ts";
import type { ResultEvidence } from "../evidence/tusk-evidence.ts";
import { artifactRef } from "../handoff/artifact-ref.ts";
import { utf8Length } from "../json/utf8-length.ts";
import type { TruncationPolicy } from "../spec/spec-values.ts";

/** What the model sees of a text, and how much of it: never more than the policy's bytes. `cut` is absent when it is all there. */
export interface Shown {
  readonly text: string;
  readonly cut?: NonNullable<ResultEvidence["truncation"]>;
}

/** Stands in a policy's marker for the reference of the whole result: the model is told where the rest of it is (R23). */
export const ARTIFACT_MARK = "{artifact}";

/** The marker of one cut: what a policy says, with the reference of what was cut. */
export function markerOf(marker: string, sha256: string): string {
  return marker.replaceAll(ARTIFACT_MARK, () => artifactRef(sha256));
}

/** No character has more bytes than this for each of its UTF-16 units. */
const MOST_BYTES_A_UNIT = 3;

/**
 * Cuts a text to the policy's size: head, marker and tail add up to what is shown, no character is cut in two, and the digest is of
 * the whole text. The text is well formed.
 */
export function showText(text: string, policy: TruncationPolicy, sha256: Sha256): Shown {
  if (text.length * MOST_BYTES_A_UNIT <= policy.maxBytes) return { text };
  const totalBytes = utf8Length(text);
  if (totalBytes <= policy.maxBytes) return { text };
  const digest = digestText(sha256, text);
  const whole = markerOf(policy.marker, digest);
  // A marker that does not fit leaves no room for anything else.
  const marker = firstBytes(whole, policy.maxBytes);
  const markerBytes = utf8Length(marker);
  const room = marker === whole ? policy.maxBytes - markerBytes : 0;
  const head = firstBytes(text, HEAD_SHARE[policy.keep] * room);
  const headBytes = utf8Length(head);
  const tail = policy.keep === "head" ? "" : lastBytes(text, room - headBytes);
  const cut = { totalBytes, sha256: digest, headBytes, tailBytes: utf8Length(tail), markerBytes };
  return { text: head + marker + tail, cut };
}

/** How much of the room the head may take; what it leaves over is the tail's. */
const HEAD_SHARE: Readonly<Record<TruncationPolicy["keep"], number>> = { head: 1, middle: 0.5, tail: 0 };

/** The longest beginning of whole characters with at most so many bytes. */
function firstBytes(text: string, most: number): string {
  let at = 0;
  let bytes = 0;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    bytes += bytesOf(code);
    if (bytes > most) break;
    at += code > 0xffff ? 2 : 1;
  }
  return text.slice(0, at);
}

/** The longest end of whole characters with at most so many bytes. */
function lastBytes(text: string, most: number): string {
  let at = text.length;
  let bytes = 0;
  while (at > 0) {
    const low = isLowSurrogate(text.charCodeAt(at - 1));
    const start = low ? at - 2 : at - 1;
    bytes += bytesOf(text.codePointAt(start) ?? 0);
    if (bytes > most) break;
    at = start;
  }
  return text.slice(at);
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function bytesOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code > 0xffff ? 4 : 3;
}
