import { type ByteSource, bytesSource } from "./byte-source.ts";
import { lineText } from "./line-text.ts";

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** At most `units` UTF-16 units of the line that begins at `start`; `…` stands for the rest. */
export function lineAt(source: Pick<ByteSource, "readAt">, start: number, units: number): string {
  const window = source.readAt(start, 3 * units + 3);
  const newline = window.indexOf(NEWLINE);
  const end = newline < 0 ? window.length : newline > 0 && window[newline - 1] === RETURN ? newline - 1 : newline;
  const { text, hidden } = lineText(bytesSource(window), { start: 0, end }, units);
  // A window without a line end is longer than what is shown of it, unless the text ends there.
  return hidden > 0 ? `${text}…` : text;
}
