import { MISLEADING, type Paper } from "./paper.ts";
import { prettyJson } from "./pretty-json.ts";

/** What JSON leaves as it is and a terminal obeys; in JSON output it stands only inside strings. */
const UNESCAPED = new RegExp(`[\\u007F-\\u009F${MISLEADING}]`, "g");

/** Prints JSON. On a terminal the characters that a terminal obeys and JSON does not escape are escaped too: the same value, but harmless. */
export function printJson(value: object, paper: Paper): void {
  printPieces(prettyJson(value), paper);
}

/** Prints pieces of JSON text, harmless on a terminal. */
export function printPieces(pieces: Iterable<string>, paper: Paper): void {
  for (const piece of pieces) paper.print(paper.isTerminal ? escaped(piece) : piece);
}

function escaped(text: string): string {
  return text.replace(UNESCAPED, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
