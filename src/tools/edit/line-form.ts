/** The forms in which two lines may still be the same, from the strictest to the loosest. */
export type LineForm =
  | "exact"
  | "line ending"
  | "trailing whitespace"
  | "indentation"
  | "spacing"
  | "letter case"
  | "punctuation";

/** Marks that a keyboard writes in one way: dashes, single quotes, double quotes, spaces. */
const PLAIN: readonly (readonly [marks: RegExp, plain: string])[] = [
  [/[\u2010-\u2015\u2212]/g, "-"],
  [/[\u2018-\u201B]/g, "'"],
  [/[\u201C-\u201F]/g, '"'],
  [/[\u00A0\u2002-\u200A\u202F\u205F\u3000]/g, " "],
];

/** A line with typographic dashes, quotes and spaces as a keyboard writes them, and no spaces at its ends. */
export function plainLine(line: string): string {
  return PLAIN.reduce((text, [marks, plain]) => text.replaceAll(marks, plain), line.trim());
}

function closeUp(line: string): string {
  return line.replaceAll(/\s+/g, "");
}

/** What each form leaves of a line. */
const FORMS: readonly (readonly [form: LineForm, of: (line: string) => string])[] = [
  ["exact", (line) => line],
  ["line ending", (line) => (line.endsWith("\r") ? line.slice(0, -1) : line)],
  ["trailing whitespace", (line) => line.trimEnd()],
  ["indentation", (line) => line.trim()],
  ["spacing", closeUp],
  ["letter case", (line) => closeUp(line).toLowerCase()],
  ["punctuation", (line) => closeUp(plainLine(line)).toLowerCase()],
];

/** Which part of a line is asked for: a text that is looked for may begin and end inside of lines. */
export type LinePart = "whole" | "end" | "start" | "any";

const MEETS: Readonly<Record<LinePart, (line: string, sought: string) => boolean>> = {
  whole: (line, sought) => line === sought,
  end: (line, sought) => line.endsWith(sought),
  start: (line, sought) => line.startsWith(sought),
  any: (line, sought) => line.includes(sought),
};

/** The strictest form in which a line has what is sought; undefined when it has it in none. A blank text is had exactly or not at all. */
export function formShared(line: string, sought: string, part: LinePart): LineForm | undefined {
  const forms = sought.trim() === "" ? FORMS.slice(0, 3) : FORMS;
  return forms.find(([, of]) => MEETS[part](of(line), of(sought)))?.[0];
}
