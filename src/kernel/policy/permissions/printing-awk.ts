/** What awk reads as one piece, by what it is. A regular expression in whose brackets a slash stands is none: awks differ on where it ends. */
const PIECES: readonly (readonly [kind: string, form: RegExp])[] = [
  ["blank", /[ \t\n]+/y],
  ["text", /"(?:[^"\\\n]|\\[^\n])*"/y],
  ["number", /\d+(?:\.\d+)?/y],
  ["word", /[A-Za-z_]\w*/y],
  ["closing", /[)\]]|\+\+|--/y],
  ["regex", /\/(?:[^/\\\n[]|\\[^\n]|\[\^?[^\]/\\\n]+\])*\//y],
  ["open brace", /\{/y],
  ["close brace", /\}/y],
  ["compared", /[<>]=?/y],
  ["other", /[=!]=|&&|\|\||!~|[-+*%]=|[$([,;!~?:=+*%-]/y],
];

/** Kinds behind which a slash divides. */
const VALUES: ReadonlySet<string> = new Set(["text", "number", "word", "closing"]);

const CALLED: ReadonlySet<string> = new Set(
  "length substr index tolower toupper int sprintf split sub gsub match print printf if for while in".split(" "),
);
const WORDS: ReadonlySet<string> = new Set("BEGIN END NR NF FNR FS OFS RS ORS FILENAME RSTART RLENGTH".split(" "));
const REFUSED: ReadonlySet<string> = new Set("getline system close fflush function func".split(" "));

const LONGEST = 1000;

interface Piece {
  readonly kind: string;
  readonly text: string;
}

/**
 * Whether an awk script only selects, counts and prints. Every piece of it is known, and none reaches out: no pipe, no `getline`, no call but
 * those that compute, and in an action nothing that could be a redirection.
 */
export function isPrintingAwk(script: string): boolean {
  if (script.length > LONGEST) return false;
  let at = 0;
  let depth = 0;
  let before: Piece | undefined;
  while (at < script.length) {
    const piece = pieceAt(script, at);
    if (piece === undefined || !mayStand(piece, before, depth)) return false;
    depth += piece.kind === "open brace" ? 1 : piece.kind === "close brace" ? -1 : 0;
    at += piece.text.length;
    if (piece.kind !== "blank") before = piece;
  }
  return before !== undefined && depth === 0;
}

function pieceAt(script: string, at: number): Piece | undefined {
  for (const [kind, form] of PIECES) {
    form.lastIndex = at;
    const text = form.exec(script)?.[0];
    if (text !== undefined) return { kind, text };
  }
  return undefined;
}

function mayStand({ kind, text }: Piece, before: Piece | undefined, depth: number): boolean {
  if (kind === "compared") return depth === 0;
  if (kind === "close brace") return depth > 0;
  if (kind === "regex") return before === undefined || !VALUES.has(before.kind) || before.text === "print";
  if (kind === "word") return WORDS.has(text) || (/^[a-z]/.test(text) && !REFUSED.has(text));
  return !(text === "(" && before?.kind === "word" && !CALLED.has(before.text));
}
