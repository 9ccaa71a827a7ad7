/* Finds its way through a source text: brackets, strings, templates and comments, no more than declarations need. */

const PAIRS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const QUOTES = new Set(["'", '"', "`"]);

/** The place behind the bracket that closes the one at `at`. */
export function skipBalanced(text: string, at: number): number {
  const close = PAIRS[text[at] ?? ""];
  if (close === undefined) throw new Error(`no bracket at ${at}`);
  for (let here = at + 1; here < text.length; here = next(text, here)) {
    if (text[here] === close) return here + 1;
  }
  throw new Error(`the bracket at ${at} is never closed`);
}

/** The place behind one thing: a bracket with all in it, a text, a comment, or a character. */
export function next(text: string, at: number): number {
  const character = text[at] ?? "";
  if (text.startsWith("//", at)) return placeBehind(text, "\n", at);
  if (text.startsWith("/*", at)) return placeBehind(text, "*/", at + 2);
  if (QUOTES.has(character)) return behindText(text, at, character);
  return character in PAIRS ? skipBalanced(text, at) : at + 1;
}

function placeBehind(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from);
  return found === -1 ? text.length : found + what.length;
}

function behindText(text: string, at: number, quote: string): number {
  for (let here = at + 1; here < text.length; here++) {
    if (text[here] === "\\") here++;
    else if (quote === "`" && text.startsWith("${", here)) here = skipBalanced(text, here + 1) - 1;
    else if (text[here] === quote) return here + 1;
  }
  throw new Error(`the text at ${at} never ends`);
}

/** Whether a brace here begins a type, and not a body: something stands before it that a type has to follow. */
function followsTypeWord(text: string, at: number): boolean {
  const before = text.slice(0, at).trimEnd();
  return /(?:=>|[:|&<,([]|\bkeyof|\bis|\bextends)$/.test(before);
}

/** Where the body of a function begins. */
export function bodyAt(text: string, start: number): number {
  for (let here = start; here < text.length; here = next(text, here)) {
    if (text[here] === "{" && !followsTypeWord(text, here)) return here;
    if (text[here] === ";") return here;
  }
  throw new Error(`no body behind ${start}`);
}

/** The place behind the semicolon that ends a statement. */
export function endOfStatement(text: string, start: number): number {
  for (let here = start; here < text.length; here = next(text, here)) if (text[here] === ";") return here + 1;
  throw new Error(`no end behind ${start}`);
}

/** Where the value of a declaration begins: at its `=`, which is no arrow; its end where it has none, or that of the text. */
export function startOfInitializer(text: string, start: number): number {
  for (let here = start; here < text.length; here = next(text, here)) {
    if (text[here] === ";") return here;
    if (text.startsWith("=>", here)) here++;
    else if (text[here] === "=") return here;
  }
  return text.length;
}
