import type { Key } from "./keys.ts";

/** A line that is being typed, and where the cursor stands in it, counted in what is seen as characters. */
export interface TypedLine {
  readonly before: string;
  readonly after: string;
}

/** A line in which nothing has been typed. */
export const EMPTY_LINE: TypedLine = { before: "", after: "" };

/** The longest line that is taken: what is typed beyond it is not. */
const MOST = 100_000;

/** The line after a key. Keys that do not edit leave it as it is. */
export function editLine(line: TypedLine, key: Key): TypedLine {
  const { before, after } = line;
  switch (key.kind) {
    case "text":
    case "paste":
      return before.length + after.length + key.text.length > MOST ? line : { before: before + key.text, after };
    case "erase":
      return { before: withoutLast(before), after };
    case "erase_word":
      return { before: before.replace(/\S*\s*$/u, ""), after };
    case "erase_line":
      return { before: "", after };
    case "left":
      return { before: withoutLast(before), after: last(before) + after };
    case "right":
      return { before: before + first(after), after: after.slice(first(after).length) };
    case "home":
      return { before: "", after: before + after };
    case "last":
      return { before: before + after, after: "" };
    case "enter":
    case "interrupt":
    case "end":
    case "suspend":
      return line;
    default:
      return key satisfies never;
  }
}

/** What stands in the line. */
export function lineText({ before, after }: TypedLine): string {
  return before + after;
}

function characters(text: string): readonly string[] {
  return [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)].map(({ segment }) => segment);
}

function first(text: string): string {
  return characters(text.slice(0, 64))[0] ?? "";
}

function last(text: string): string {
  return characters(text.slice(-64)).at(-1) ?? "";
}

function withoutLast(text: string): string {
  return text.slice(0, text.length - last(text).length);
}
