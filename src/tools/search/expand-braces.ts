/** The most alternatives that one pattern stands for. */
const MOST_ALTERNATIVES = 64;

/** The patterns that `{a,b}` stands for, in order; undefined when a brace is open or there are too many. */
export function expandBraces(pattern: string): readonly string[] | undefined {
  const open = indexOfPlain(pattern, "{", 0);
  if (open < 0) return [pattern];
  const parts = alternatives(pattern, open);
  if (parts === undefined) return undefined;
  const expanded: string[] = [];
  for (const choice of parts.choices) {
    const rest = expandBraces(pattern.slice(0, open) + choice + parts.rest);
    if (rest === undefined || expanded.length + rest.length > MOST_ALTERNATIVES) return undefined;
    expanded.push(...rest);
  }
  return expanded;
}

/** What stands between the brace at `open` and its end, cut at its own commas, and what follows. */
function alternatives(
  pattern: string,
  open: number,
): { readonly choices: string[]; readonly rest: string } | undefined {
  const choices: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === "\\") at += 1;
    else if (char === "[") at = endOfClass(pattern, at);
    else if (char === "{") depth += 1;
    else if (char === "}") depth -= 1;
    if ((char !== "," || depth !== 1) && depth > 0) continue;
    choices.push(pattern.slice(start, at));
    start = at + 1;
    if (depth === 0) return { choices, rest: pattern.slice(start) };
  }
  return undefined;
}

/** Where a character stands that is neither escaped nor in a class; -1 when it does nowhere. */
function indexOfPlain(pattern: string, wanted: string, from: number): number {
  for (let at = from; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === wanted) return at;
    if (char === "\\") at += 1;
    else if (char === "[") at = endOfClass(pattern, at);
  }
  return -1;
}

/** Where the class that begins at `open` ends; `open` itself when it does not, and then it is for the parser to refuse. */
function endOfClass(pattern: string, open: number): number {
  const negated = pattern[open + 1] === "!" || pattern[open + 1] === "^";
  // A bracket right after the beginning belongs to the class.
  const end = pattern.indexOf("]", open + (negated ? 3 : 2));
  return end < 0 ? open : end;
}
