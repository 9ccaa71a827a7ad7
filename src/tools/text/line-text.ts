import { utf8 } from "#platform";
import type { ByteSource } from "./byte-source.ts";
import { charBorder } from "./char-border.ts";
import { lossyText } from "./lossy-text.ts";

/** Where a line stands: its text is from `start` to `end`, without the line end. */
export interface LinePlace {
  readonly start: number;
  readonly end: number;
}

/** A line as it is shown. */
export interface ShownLine {
  readonly text: string;
  /** Bytes of the line that are not shown. */
  readonly hidden: number;
  /** Whether what is shown is UTF-8. */
  readonly valid: boolean;
}

/** At most `units` UTF-16 units of a line, cut between two characters; a line of any length takes the same memory. */
export function lineText(source: Pick<ByteSource, "readAt">, { start, end }: LinePlace, units: number): ShownLine {
  // No unit takes more than three bytes.
  const head = source.readAt(start, Math.min(end - start, 3 * units + 3));
  const whole = head.length === end - start && lossyText(head).length <= units;
  const bytes = whole ? head : head.subarray(0, charBorder(head, units));
  return {
    text: lossyText(bytes),
    hidden: end - start - bytes.length,
    valid: utf8.isValid(bytes, 0, bytes.length),
  };
}
