/** One piece of a name's pattern. */
type GlobToken =
  | { readonly kind: "character"; readonly value: string }
  | { readonly kind: "any" }
  | { readonly kind: "class"; readonly negated: boolean; readonly ranges: readonly (readonly [string, string])[] }
  | { readonly kind: "star" };

/** The pattern of one name between slashes. */
export type GlobSegment = readonly GlobToken[];

/** Reads the pattern of one name; undefined when a bracket is not closed. */
export function parseSegment(text: string): GlobSegment | undefined {
  const characters = Array.from(text);
  const tokens: GlobToken[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? "";
    if (character === "*") tokens.push({ kind: "star" });
    else if (character === "?") tokens.push({ kind: "any" });
    else if (character === "\\") tokens.push({ kind: "character", value: characters[++at] ?? "\\" });
    else if (character !== "[") tokens.push({ kind: "character", value: character });
    else {
      const read = parseClass(characters, at);
      if (read === undefined) return undefined;
      tokens.push(read.token);
      at = read.end;
    }
  }
  return tokens;
}

function parseClass(characters: readonly string[], open: number): { token: GlobToken; end: number } | undefined {
  const negated = characters[open + 1] === "!" || characters[open + 1] === "^";
  const start = open + (negated ? 2 : 1);
  const end = characters.indexOf("]", start + 1);
  if (end < 0) return undefined;
  const ranges: (readonly [string, string])[] = [];
  for (let at = start; at < end; at++) {
    const low = characters[at] ?? "";
    const isRange = characters[at + 1] === "-" && at + 2 < end;
    ranges.push([low, isRange ? (characters[at + 2] ?? "") : low]);
    if (isRange) at += 2;
  }
  return { token: { kind: "class", negated, ranges }, end };
}

/** Whether a name fits. Never more than the name's length times the pattern's steps, whatever the pattern (no ReDoS). */
export function matchesSegment(segment: GlobSegment, name: readonly string[]): boolean {
  return matchesSequence(segment, name, {
    isStar: ({ kind }) => kind === "star",
    fits: (token, character) => fitsToken(token, character),
  });
}

function fitsToken(token: GlobToken, character: string): boolean {
  switch (token.kind) {
    case "character":
      return token.value === character;
    case "any":
    case "star":
      return true;
    case "class":
      return token.ranges.some(([low, high]) => inRange(character, low, high)) !== token.negated;
    default:
      return token satisfies never;
  }
}

function inRange(character: string, low: string, high: string): boolean {
  const point = character.codePointAt(0) ?? 0;
  return point >= (low.codePointAt(0) ?? 0) && point <= (high.codePointAt(0) ?? 0);
}

/** Whether items fit a pattern in which a star stands for any number of them; the last star alone is ever tried again. */
export function matchesSequence<P, I>(
  pattern: readonly P[],
  items: readonly I[],
  { isStar, fits }: { readonly isStar: (piece: P) => boolean; readonly fits: (piece: P, item: I) => boolean },
): boolean {
  let at = 0;
  let star = -1;
  let taken = 0;
  for (let i = 0; i < items.length;) {
    const piece = pattern[at];
    const item = items[i];
    if (piece !== undefined && isStar(piece)) {
      star = at;
      taken = i;
      at += 1;
    } else if (piece !== undefined && item !== undefined && fits(piece, item)) {
      at += 1;
      i += 1;
    } else if (star < 0) return false;
    else {
      // The star takes one more, and the rest is tried from there.
      taken += 1;
      i = taken;
      at = star + 1;
    }
  }
  return pattern.slice(at).every(isStar);
}
