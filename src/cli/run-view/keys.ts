/** What a person typed: a character or a pasted text, or one of the keys that mean something here. */
export type Key =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "enter" | "interrupt" | "end" | "suspend" | "erase" | "erase_word" | "erase_line" }
  | { readonly kind: "left" | "right" | "home" | "last" };

const CONTROLS: Readonly<Record<string, Exclude<Key["kind"], "text">>> = {
  "\r": "enter",
  "\n": "enter",
  "\u0003": "interrupt",
  "\u0004": "end",
  "\u001A": "suspend",
  "\u007F": "erase",
  "\b": "erase",
  "\u0017": "erase_word",
  "\u0015": "erase_line",
  "\u0001": "home",
  "\u0005": "last",
};
const SEQUENCES: Readonly<Record<string, Exclude<Key["kind"], "text">>> = {
  "\u001B[D": "left",
  "\u001B[C": "right",
  "\u001B[H": "home",
  "\u001B[F": "last",
  "\u001B[1~": "home",
  "\u001B[4~": "last",
  "\u001BOD": "left",
  "\u001BOC": "right",
  "\u001BOH": "home",
  "\u001BOF": "last",
};
/** A paste as terminals mark it, any other escape sequence, one control character, or a run of plain text. */
const PIECES =
  // oxlint-disable-next-line no-control-regex -- control characters are what keys send
  /\u001B\[200~([\s\S]*?)(?:\u001B\[201~|$)|\u001B(?:\[[0-?]*[ -/]*[@-~]|O[A-Za-z]|)|[\u0000-\u001F\u007F]|[^\u0000-\u001F\u007F\u001B]+/g;

/** What the bytes of a terminal in raw mode mean, in order. What means nothing here is left out. */
export function keysOf(input: string): readonly Key[] {
  return [...input.matchAll(PIECES)].flatMap(([piece, pasted]): readonly Key[] => {
    if (pasted !== undefined) return [{ kind: "text", text: pasted.replaceAll(/\r\n?/g, "\n") }];
    const kind = CONTROLS[piece] ?? SEQUENCES[piece];
    if (kind !== undefined) return [{ kind }];
    const isPlain = piece !== "" && !piece.startsWith("\u001B") && piece >= " ";
    return isPlain ? [{ kind: "text", text: piece }] : [];
  });
}
