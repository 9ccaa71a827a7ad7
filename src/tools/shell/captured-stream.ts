import type { Digest } from "#kernel";
import type { CapturedStream } from "#ports";
import { invalidBytes } from "../text/looks-binary.ts";
import { lossyText } from "../text/lossy-text.ts";
import type { KeptBytes } from "./kept-bytes.ts";
import { wholeCharacters } from "./line-feed.ts";
import { neutralise } from "./neutralise.ts";

/** How much of a stream's beginning is searched for a NUL. */
const NUL_BYTES = 4096;
/** A text in another encoding still has most of its bytes in common with UTF-8. */
const INVALID_SHARE = 0.1;

/** A stream as it is shown: its text, the cut marked between whole characters; or, of bytes that are no text, their number and digest. */
export function capturedStream(kept: KeptBytes, digest: Digest): CapturedStream {
  const [head, tail] = retained(kept);
  const invalidUtf8Bytes = kept.isCut
    ? invalidBytes(head) + invalidBytes(tail)
    : invalidBytes(Buffer.concat([head, tail]));
  const isBinary =
    head.subarray(0, NUL_BYTES).includes(0) || invalidUtf8Bytes > (head.length + tail.length) * INVALID_SHARE;
  return {
    text: isBinary ? `[binary output: ${kept.total} bytes, ${digest}]` : shownText(kept, head, tail),
    totalBytes: kept.total,
    digest,
    retainedHead: head.length,
    retainedTail: tail.length,
    encoding: isBinary ? "binary" : "utf-8",
    invalidUtf8Bytes,
  };
}

/** The two ends; where bytes between them are gone, without the halves of characters at the gap. */
function retained(kept: KeptBytes): readonly [Uint8Array, Uint8Array] {
  if (!kept.isCut) return [kept.head(), kept.tail()];
  const tail = kept.tail();
  const first = tail.subarray(0, 3).findIndex((byte) => byte < 0x80 || byte > 0xbf);
  return [wholeCharacters(kept.head()), tail.subarray(first < 0 ? Math.min(3, tail.length) : first)];
}

function shownText({ isCut, total }: KeptBytes, head: Uint8Array, tail: Uint8Array): string {
  if (!isCut) return neutralise(lossyText(Buffer.concat([head, tail])));
  // Each end for itself: a sequence that is open at the gap must not swallow the marker.
  const before = neutralise(lossyText(head));
  const marker = `[... ${total - head.length - tail.length} bytes cut ...]\n`;
  return `${before === "" || before.endsWith("\n") ? before : `${before}\n`}${marker}${neutralise(lossyText(tail))}`;
}
