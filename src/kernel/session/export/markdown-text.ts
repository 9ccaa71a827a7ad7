import { oneLine } from "../../json/quoted-text.ts";

/** Outputs of more lines, or more characters, are folded. */
const FOLD_LINES = 30;
const FOLD_LENGTH = 2_000;
/** Raw HTML, and images, which would be fetched when somebody looks at the page. */
const ACTIVE = /<[A-Za-z/!?]|!\[/;

/** Lines of a text in which no control character, and nothing that turns the direction of text, is left; tabs are. */
function visibleLines(text: string): readonly string[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  return lines.map((line) => line.split("\t").map(oneLine).join("\t"));
}

/** What somebody said, as a quotation: no heading or fence in it is one of the page. What would be more than text is shown as it was written. */
export function said(text: string): string {
  if (text.trim() === "") return "*(empty)*";
  if (ACTIVE.test(text)) return verbatim(text, "text");
  return visibleLines(text)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

/** A text exactly as it is, in a fence that it cannot end. */
export function verbatim(text: string, language: string): string {
  const lines = visibleLines(text);
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return [`${fence}${language}`, ...lines, fence].join("\n");
}

/** The same, folded away where it is long. */
export function output(text: string, language: string): string {
  if (text === "") return "*(empty)*";
  const lines = text.split("\n").length;
  const shown = verbatim(text, language);
  return lines > FOLD_LINES || text.length > FOLD_LENGTH ? folded(`${lines} lines`, shown) : shown;
}

/** Something that is there, and not seen until somebody asks. The summary is our own word. */
export function folded(summary: string, content: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

/** A name in a line of text. */
export function named(name: string): string {
  const shown = oneLine(name).trim();
  const fence = "`".repeat(longestRun(shown) + 1);
  const pad = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return shown === "" ? "(empty)" : `${fence}${pad}${shown}${pad}${fence}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);
}
