import { byCodePoint } from "#kernel";
import { harmless, type Paper, type Render } from "./paper.ts";
import { printJson } from "./print-json.ts";

/** The ways an answer is shown beside JSON. */
interface Ways<T> {
  /** The contract's text, line by line. */
  readonly text: (data: T) => readonly string[];
  /** For a person at a terminal; without it the contract's text does. */
  readonly rich?: Render<T>;
}

/** A renderer for an answer that is its own payload: JSON with keys in byte order at every level (contract memory 0.3), or text. */
export function shows<T extends object>({ text, rich }: Ways<T>): Render<T> {
  return (data, paper) => {
    if (paper.json) printPayload(data, paper);
    else if (paper.rich && rich !== undefined) rich(data, paper);
    else printLines(text(data), paper);
  };
}

/** Prints a payload object with its keys in byte order at every level (contract memory 0.3). */
export function printPayload(payload: object, paper: Paper): void {
  printJson(inOrder(payload) as object, paper);
}

/** Prints lines as they are; on a terminal what files say is made harmless. */
export function printLines(lines: readonly string[], paper: Paper): void {
  paper.print(lines.map((line) => `${paper.isTerminal ? harmless(line) : line}\n`).join(""));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => byCodePoint(left, right));
  return Object.fromEntries(entries.map(([key, entry]) => [key, inOrder(entry)]));
}
