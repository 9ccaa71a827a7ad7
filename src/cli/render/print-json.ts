import { escapeHarmful } from "#kernel";
import type { Paper } from "./paper.ts";
import { prettyJson } from "./pretty-json.ts";

/** Prints JSON. On a terminal the characters that a terminal obeys and JSON does not escape are escaped too: the same value, but harmless. */
export function printJson(value: object, paper: Paper): void {
  printPieces(prettyJson(value), paper);
}

/** Prints pieces of JSON text, harmless on a terminal. */
export function printPieces(pieces: Iterable<string>, paper: Paper): void {
  for (const piece of pieces) paper.print(paper.isTerminal ? escaped(piece) : piece);
}

/** In JSON text what a terminal obeys, and what does not show, stands only inside strings; JSON escapes it unit by unit. */
function escaped(text: string): string {
  return escapeHarmful(text, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
