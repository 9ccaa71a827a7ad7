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

/** Characters that reorder what stands around them, or break a line without being a line break: what is seen would not be what is there. */
export const MISLEADING = "\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069";
const HARMFUL = new RegExp(`[\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F${MISLEADING}]`, "g");

/** Text from a file, made harmless for a terminal: evidence may carry escape sequences, or text that shows in another order. */
export function harmless(text: string): string {
  return text.replace(HARMFUL, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`).replaceAll("\n", "\\n");
}
