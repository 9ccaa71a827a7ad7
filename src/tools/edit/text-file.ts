import { utf8 } from "#platform";
import { unescapeJson } from "./unescape-json.ts";

/** The largest file that is edited, and the largest that an edit may make. */
export const MAX_EDIT_BYTES: number = 32 * 1024 * 1024;

/** What is said of a file that is none, and of one that would be too large. */
export const NO_TEXT = "is no text: it is not UTF-8 or holds a NUL byte";
export const TOO_LARGE = "would be larger than 32 MiB";

const BOM = "\uFEFF";

/** How the lines of a text end. `mixed`: in more than one way, or with a bare carriage return. */
export type LineEndings = "lf" | "crlf" | "mixed" | "none";

/** A file's text. Its byte order mark is kept apart, so that no text that is looked for has to name it. */
export interface TextFile {
  readonly bom: boolean;
  readonly text: string;
}

/** The text of a file's bytes; undefined when they are not UTF-8 or hold a NUL: such a file would not come back byte for byte. */
export function readText(bytes: Uint8Array): TextFile | undefined {
  const text = utf8.decode(bytes, 0, bytes.length);
  if (text === undefined || text.includes("\0")) return undefined;
  const bom = text.startsWith(BOM);
  return { bom, text: bom ? text.slice(1) : text };
}

/** The bytes of a text, behind the byte order mark that its file had. */
export function writeText(file: TextFile): Uint8Array {
  return utf8.encode(file.bom ? BOM + file.text : file.text);
}

/** The bytes of a file with another text: one byte order mark if it had one, also when the text brings it along. */
export function rewriteText(file: TextFile, text: string): Uint8Array {
  const brought = text.startsWith(BOM) && !file.text.startsWith(BOM);
  return writeText({ bom: file.bom && !brought, text });
}

/** The same file with its byte order mark in the text when the text that is looked for begins with it, also as JSON writes it. */
export function withMarkFor(sought: string, { bom, text }: TextFile): TextFile {
  const names = bom && (sought.startsWith(BOM) || unescapeJson(sought)?.startsWith(BOM) === true);
  return names ? { bom: false, text: BOM + text } : { bom, text };
}

/** How the lines end: `crlf` and `lf` only when every line of the text agrees. */
export function lineEndingsOf(text: string): LineEndings {
  if (!text.includes("\r")) return text.includes("\n") ? "lf" : "none";
  let at = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", at)) {
    // The first carriage return of a line must be the one before its end.
    if (text.indexOf("\r", at) !== end - 1) return "mixed";
    at = end + 1;
  }
  return text.includes("\r", at) ? "mixed" : "crlf";
}

/** The text with every line end as CRLF. */
export function withCrlf(text: string): string {
  return text.replaceAll(/\r?\n/g, "\r\n");
}
