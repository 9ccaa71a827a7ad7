/** A regular expression read into its parts. `size` is at least the number of states it takes, counted repeats written out. */
export type PatternNode =
  | { readonly kind: "char"; readonly source: string; readonly size: number }
  | { readonly kind: "edge"; readonly source: string; readonly size: number }
  | { readonly kind: "all"; readonly parts: readonly PatternNode[]; readonly size: number }
  | { readonly kind: "any"; readonly parts: readonly PatternNode[]; readonly size: number }
  | {
      readonly kind: "repeat";
      readonly part: PatternNode;
      readonly min: number;
      readonly max: number;
      readonly size: number;
    }
  | {
      readonly kind: "look";
      readonly part: PatternNode;
      readonly ahead: boolean;
      readonly wanted: boolean;
      readonly size: number;
    };

/** Why a pattern is not used. */
export interface Refused {
  readonly reason: string;
}

const EMPTY: PatternNode = { kind: "all", parts: [], size: 0 };
// Each level is a level of the stack.
const MAX_NESTING = 200;
/** The reason for refusing a pattern that takes too much to read or to search for. */
export const TOO_LARGE = "is too large";
// With a reference back to what a group matched, matching takes exponential time in general.
const UNBOUNDED = "may take time without end";

const OPENING = /\((?:\?(?:(?<look><?[=!])|<[^>]*>|(?<flags>[ims-]*):))?/y;
const EDGE = /[$^]|\\[bB]/y;
const QUANTIFIER = /(?:(?<sign>[*+?])|\{(?<min>\d+)(?<open>,(?<max>\d*))?\})\??/y;
const REFERENCE = /\\(?:(?<number>[1-9]\d*)|k)/y;
// One element of the text each: an escape, a class, or any other character. What it means is left to the host.
const CODE_POINT =
  /\\(?:u\{[\da-fA-F]+\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[pP]\{[^}]*\}|[^])|\[(?:\\[^]|[^\]\\])*\]|[^]/uy;
const CODE_UNIT =
  /\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[0-3][0-7]{0,2}|[4-7][0-7]?|(?!c)[^])|\[(?:\\[^]|[^\]\\])*\]|[^]/y;

/** Reads a pattern that the host has found valid in this mode. */
export function parsePattern(source: string, unicode: boolean): PatternNode | Refused {
  return new Reader(source, unicode).whole();
}

class Reader {
  readonly #source: string;
  readonly #unicode: boolean;
  readonly #groups: { readonly count: number; readonly named: boolean };
  /** The flags that are on where it reads, by `(?i: )` and the like. */
  #flags = "";
  #at = 0;
  #nesting = 0;
  #reason: string | undefined;

  constructor(source: string, unicode: boolean) {
    this.#source = source;
    this.#unicode = unicode;
    this.#groups = groupsOf(source);
  }

  whole(): PatternNode | Refused {
    const node = this.#choice();
    return this.#reason === undefined ? node : { reason: this.#reason };
  }

  #take(token: RegExp): RegExpExecArray | null {
    token.lastIndex = this.#at;
    const found = token.exec(this.#source);
    if (found !== null) this.#at = token.lastIndex;
    return found;
  }

  #isAt(char: string): boolean {
    return this.#source[this.#at] === char;
  }

  #refuse(reason: string): PatternNode {
    this.#reason ??= reason;
    this.#at = this.#source.length;
    return EMPTY;
  }

  #choice(): PatternNode {
    const first = this.#sequence();
    const parts = [first];
    while (this.#isAt("|")) {
      this.#at += 1;
      parts.push(this.#sequence());
    }
    return parts.length === 1 ? first : { kind: "any", parts, size: sum(parts) + parts.length };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#at < this.#source.length && !this.#isAt("|") && !this.#isAt(")")) {
      const part = this.#quantified();
      // Without the empty ones, work is bounded by the number of states.
      if (part.size > 0) parts.push(part);
    }
    const [first] = parts;
    return first !== undefined && parts.length === 1 ? first : { kind: "all", parts, size: sum(parts) };
  }

  #quantified(): PatternNode {
    const part = this.#term();
    const found = this.#take(QUANTIFIER);
    return found === null ? part : repeated(part, found.groups ?? {});
  }

  #term(): PatternNode {
    const opening = this.#take(OPENING);
    if (opening !== null) return this.#group(opening.groups ?? {});
    const edge = this.#take(EDGE);
    if (edge !== null) return { kind: "edge", source: this.#modified(edge[0]), size: 1 };
    return this.#isReference() ? this.#refuse(UNBOUNDED) : this.#char();
  }

  #group({ look, flags }: Readonly<Record<string, string | undefined>>): PatternNode {
    if (this.#nesting >= MAX_NESTING) return this.#refuse(TOO_LARGE);
    this.#nesting += 1;
    const outside = this.#flags;
    this.#flags = changed(outside, flags ?? "");
    const part = this.#choice();
    this.#flags = outside;
    this.#nesting -= 1;
    // The closing bracket.
    this.#at += 1;
    if (look === undefined) return part;
    return { kind: "look", part, ahead: !look.startsWith("<"), wanted: look.endsWith("="), size: part.size + 1 };
  }

  /** Without the u flag, `\2` is a reference only if there are two groups, and `\k` only if one has a name. */
  #isReference(): boolean {
    REFERENCE.lastIndex = this.#at;
    const found = REFERENCE.exec(this.#source);
    if (found === null || this.#unicode) return found !== null;
    const number = found.groups?.["number"];
    return number === undefined ? this.#groups.named : Number(number) <= this.#groups.count;
  }

  #char(): PatternNode {
    const source = this.#take(this.#unicode ? CODE_POINT : CODE_UNIT)?.[0] ?? "";
    // Without the u flag, a `\c` that names no control character is a backslash and a c.
    return { kind: "char", source: this.#modified(source === "\\" ? "\\\\" : source), size: 1 };
  }

  #modified(source: string): string {
    return this.#flags === "" ? source : `(?${this.#flags}:${source})`;
  }
}

/** The flags after a change like `i-s`. */
function changed(flags: string, change: string): string {
  const [on = "", off = ""] = change.split("-");
  return Array.from("ims")
    .filter((flag) => (flags + on).includes(flag) && !off.includes(flag))
    .join("");
}

function groupsOf(source: string): { count: number; named: boolean } {
  const bare = source.replaceAll(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, "");
  const named = bare.match(/\(\?<(?![=!])/g)?.length ?? 0;
  return { count: named + (bare.match(/\((?!\?)/g)?.length ?? 0), named: named > 0 };
}

function repeated(part: PatternNode, found: Readonly<Record<string, string | undefined>>): PatternNode {
  const { min, max } = boundsOf(found);
  if (max === 0 || part.size === 0) return EMPTY;
  const size = max === Infinity ? Math.max(min, 1) * part.size + 1 : max * part.size + (max - min);
  return { kind: "repeat", part, min, max, size };
}

function boundsOf({ sign, min, open, max }: Readonly<Record<string, string | undefined>>): {
  min: number;
  max: number;
} {
  if (sign !== undefined) return { min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Infinity };
  if (open === undefined) return { min: Number(min), max: Number(min) };
  return { min: Number(min), max: max === "" ? Infinity : Number(max) };
}

function sum(parts: readonly PatternNode[]): number {
  return parts.reduce((total, part) => total + part.size, 0);
}
