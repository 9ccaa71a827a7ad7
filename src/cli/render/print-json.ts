import type { Paper } from "./paper.ts";
import { prettyJson } from "./pretty-json.ts";

/** Control characters that JSON leaves as they are; in its output they stand only inside strings. */
const UNESCAPED_CONTROL = /[\u007F-\u009F]/g;

/** Prints JSON. On a terminal the control characters that JSON does not escape are escaped too: the same value, but harmless. */
export function printJson(value: object, paper: Paper): void {
  for (const piece of prettyJson(value)) paper.print(paper.isTerminal ? escaped(piece) : piece);
}

function escaped(text: string): string {
  return text.replace(UNESCAPED_CONTROL, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
