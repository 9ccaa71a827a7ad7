import { harmlessText } from "#kernel";

/** Where and how a result is shown. */
export interface Paper {
  /** Standard output is a terminal: text from files must be made harmless. */
  readonly isTerminal: boolean;
  /** A person reads this on a terminal under the name `tusk`; else the text is the contract's exactly. */
  readonly rich: boolean;
  readonly color: boolean;
  readonly json: boolean;
  readonly print: (text: string) => void;
  readonly warn: (text: string) => void;
}

/** How one action's answer is put on paper. */
export type Render<T> = (data: T, paper: Paper) => void;

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** How a text may stand out. */
export type Style = keyof typeof CODES;

/** Colours a text where colour is wanted. */
export function paint(paper: Pick<Paper, "color">, style: Style, text: string): string {
  return paper.color ? `\u001B[${CODES[style]}m${text}\u001B[0m` : text;
}

/** Text from a file on one line, made harmless for a terminal: evidence may carry escape sequences, text that shows in another order, or text that does not show. */
export function harmless(text: string): string {
  return harmlessText(text).replaceAll("\n", "\\n");
}
