import type { ShellWord } from "#kernel";

/** One word with where it ends; or the place at which a text stops to be plain. */
interface Cut {
  readonly word: ShellWord;
  readonly end: number;
}

/** The words of a simple command with their places; `whole` is false where one could not be resolved, and the rest is left out. */
export interface SplitCommand {
  readonly words: readonly ShellWord[];
  /** Where each word begins and ends. */
  readonly spans: readonly (readonly [number, number])[];
  readonly whole: boolean;
}

/** A line end behind a backslash is nothing: between words it parts no more than the blanks beside it. */
const BLANK = /[ \t](?:[ \t]|\\\n)*/y;
/** Characters that mean nothing to any shell. */
const PLAIN = /[^\s\\'"$`(){}<>|&;*?[~#!\x00-\x20\x7f-\x9f\u2000-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/y;
const RAW = /'([^']*)'/y;
/** In double quotes a dollar that nothing follows is one. */
const QUOTED = /"((?:[^"\\$`]|\\[^]|\$\?|\$(?=["|\s)/.,\\]))*)"/y;
/** The last command's result is a number, and stays as it is written. */
const RESULT = /\$\?/y;
const ESCAPED = /\\([^])/y;
/** Characters that are themselves in the middle of a word, and something else at its beginning. */
const INNER = /[~#!]/y;
const WILDCARD = /[*?[]/y;
/** Braces that stand for nothing but themselves: without a comma or a range in them. */
const BRACES = /\{(?:[^\s\\'"$`(){}<>|&;*?[,.]|\.(?!\.))*\}/y;

/**
 * Splits a command into words as bash would, as long as every character is understood: plain text, quotes without expansion, escapes and
 * wildcards. It is a reader of its own: the grammar must agree with it, so that no mistake of one of them hides a word.
 */
export function splitWords(source: string): SplitCommand {
  const words: ShellWord[] = [];
  const spans: [number, number][] = [];
  let at = skip(source, 0);
  while (at < source.length) {
    const cut = cutWord(source, at);
    if (cut === undefined) return { words, spans, whole: false };
    words.push(cut.word);
    spans.push([at, cut.end]);
    at = skip(source, cut.end);
  }
  return { words, spans, whole: true };
}

function skip(source: string, at: number): number {
  return at + (matchAt(BLANK, source, at)?.[0].length ?? 0);
}

function cutWord(source: string, start: number): Cut | undefined {
  let text = "";
  let glob = false;
  let at = start;
  while (at < source.length && matchAt(BLANK, source, at) === undefined) {
    const piece = cutPiece(source, at, at === start);
    if (piece === undefined) return undefined;
    text += piece.text;
    glob ||= piece.glob;
    at += piece.length;
  }
  // Alone it is the program of that name.
  return { word: { text, glob: glob && text !== "[" }, end: at };
}

interface Piece {
  readonly text: string;
  readonly glob: boolean;
  readonly length: number;
}

function cutPiece(source: string, at: number, first: boolean): Piece | undefined {
  const raw = matchAt(RAW, source, at);
  if (raw !== undefined) return literal(raw[0], raw[1] ?? "");
  const quoted = matchAt(QUOTED, source, at);
  if (quoted !== undefined) return literal(quoted[0], unescaped(quoted[1] ?? ""));
  const escaped = matchAt(ESCAPED, source, at);
  if (escaped !== undefined) return literal(escaped[0], escaped[1] === "\n" ? "" : (escaped[1] ?? ""));
  const plain = matchAt(PLAIN, source, at) ?? matchAt(BRACES, source, at) ?? matchAt(RESULT, source, at);
  if (plain !== undefined) return literal(plain[0], plain[0]);
  const wild = matchAt(WILDCARD, source, at);
  if (wild !== undefined) return { text: wild[0], glob: true, length: 1 };
  // `~` begins a word, or follows `=` or `:`, where a home folder may stand; elsewhere it is a letter.
  const inner = matchAt(INNER, source, at);
  if (inner === undefined) return undefined;
  if (inner[0] === "!") return literal("!", "!");
  const follows = source[at - 1] ?? "";
  return first || follows === "=" || follows === ":" ? undefined : literal(inner[0], inner[0]);
}

/** In double quotes a backslash takes only these, and a line end with it. */
function unescaped(text: string): string {
  return text.replace(/\\(["\\$`\n])/g, (_, char: string) => (char === "\n" ? "" : char));
}

function literal(source: string, text: string): Piece {
  return { text, glob: false, length: source.length };
}

function matchAt(form: RegExp, source: string, at: number): RegExpExecArray | undefined {
  form.lastIndex = at;
  return form.exec(source) ?? undefined;
}
