/** What a person typed: a character, a pasted text, or one of the keys that mean something here. */
export type Key =
  | { readonly kind: "text" | "paste"; readonly text: string }
  | { readonly kind: "enter" | "interrupt" | "end" | "suspend" | "erase" | "erase_word" | "erase_line" }
  | { readonly kind: "left" | "right" | "home" | "last" };

const CONTROLS: Readonly<Record<string, Exclude<Key["kind"], "text" | "paste">>> = {
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
const SEQUENCES: Readonly<Record<string, Exclude<Key["kind"], "text" | "paste">>> = {
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
/** An escape sequence, one control character, or a run of plain text. */
const PIECES =
  // oxlint-disable-next-line no-control-regex -- control characters are what keys send
  /\u001B(?:\[[0-?]*[ -/]*[@-~]|O[A-Za-z]|)|[\u0000-\u001F\u007F]|[^\u0000-\u001F\u007F\u001B]+/g;
/** A sequence whose end has not come yet. */
// oxlint-disable-next-line no-control-regex -- sequences begin with an escape
const UNFINISHED = /\u001B(?:\[[0-?]{0,16}[ -/]{0,4}|O)?$/;

/** How terminals mark a paste. */
const [PASTE_BEGINS, PASTE_ENDS] = ["\u001B[200~", "\u001B[201~"];
const INTERRUPT = "\u0003";
/** What is kept of one paste: nobody takes more of it. */
const MOST_PASTED = 1_000_000;

/** Tells what the bytes of a terminal in raw mode mean, however they are split over reads: a paste is one key, and nothing in it is typed. */
export class KeyReader {
  /** The beginning of a sequence, or of the mark that ends a paste. */
  #rest = "";
  #pasted: string | undefined;

  /** The keys that this read finished, in order. What means nothing here is left out. */
  read(input: string): readonly Key[] {
    // Whoever presses this in a paste that never ends wants out of it; in a paste it does not come alone.
    if (input === INTERRUPT) this.#pasted = undefined;
    const keys: Key[] = [];
    let text = this.#rest + input;
    this.#rest = "";
    while (text !== "") text = this.#pasted === undefined ? this.#typed(text, keys) : this.#inPaste(text, keys);
    return keys;
  }

  /** Takes what was typed before a paste, and gives what is left. */
  #typed(text: string, keys: Key[]): string {
    const begin = text.indexOf(PASTE_BEGINS);
    if (begin !== -1) {
      keys.push(...typedKeys(text.slice(0, begin)));
      this.#pasted = "";
      return text.slice(begin + PASTE_BEGINS.length);
    }
    this.#rest = UNFINISHED.exec(text)?.[0] ?? "";
    keys.push(...typedKeys(text.slice(0, text.length - this.#rest.length)));
    return "";
  }

  /** Takes what belongs to the paste, and gives what is left. */
  #inPaste(text: string, keys: Key[]): string {
    const end = text.indexOf(PASTE_ENDS);
    this.#rest = end === -1 ? beginningOf(PASTE_ENDS, text) : "";
    const part = text.slice(0, end === -1 ? text.length - this.#rest.length : end);
    const pasted = (this.#pasted + part).slice(0, MOST_PASTED);
    this.#pasted = end === -1 ? pasted : undefined;
    if (end === -1) return "";
    keys.push({ kind: "paste", text: pasted.replaceAll(/\r\n?/g, "\n") });
    return text.slice(end + PASTE_ENDS.length);
  }
}

/** The longest beginning of a mark that a text ends with. */
function beginningOf(mark: string, text: string): string {
  for (let length = mark.length - 1; length > 0; length -= 1)
    if (text.endsWith(mark.slice(0, length))) return mark.slice(0, length);
  return "";
}

function typedKeys(input: string): readonly Key[] {
  return [...input.matchAll(PIECES)].flatMap(([piece]): readonly Key[] => {
    const kind = CONTROLS[piece] ?? SEQUENCES[piece];
    if (kind !== undefined) return [{ kind }];
    const isPlain = piece !== "" && !piece.startsWith("\u001B") && piece >= " ";
    return isPlain ? [{ kind: "text", text: piece }] : [];
  });
}
