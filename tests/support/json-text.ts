import * as fc from "fast-check";

/** A JSON document before it is written: numbers are literals and members are pairs, so spelling, order and repeats are kept. */
export type Tree =
  | null
  | boolean
  | string
  | { readonly number: string }
  | { readonly list: readonly Tree[] }
  | { readonly members: readonly Member[] };

export type Member = readonly [key: string, value: Tree];

/** A digit source that a seed repeats exactly: the same seed writes the same text. */
function diceOf(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const AWKWARD = [
  "10",
  '"',
  "\\",
  "/",
  "\b",
  "\n",
  "\u0000",
  "\u007F",
  "é",
  "\u2028",
  "\uE000",
  "\uFFFD",
  "😀",
  "\u{10FFFF}",
];

/** Text without lone surrogates, leaning towards what JSON writers and sorters get wrong. */
export const someText: fc.Arbitrary<string> = fc.string({
  unit: fc.oneof(fc.constantFrom(...AWKWARD), fc.string({ unit: "binary", minLength: 1, maxLength: 1 })),
  maxLength: 5,
});

function digits(minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...Array.from("0123456789")), minLength, maxLength });
}

/** A number literal: integers around every border of contract 0.3, long decimals, exponents within ±`power`. Past 280 some are out of range. */
export function numberLiteral(power: number): fc.Arbitrary<string> {
  const borders = [2n ** 53n, 2n ** 63n, 2n ** 64n, 10n ** 15n, 10n ** 16n];
  const nearBorder = fc
    .tuple(fc.constantFrom(...borders), fc.bigInt({ min: -3n, max: 3n }))
    .map(([border, by]) => String(border + by));
  const whole = fc.oneof(fc.nat({ max: 120 }).map(String), nearBorder, digits(1, 28).map(withoutLeadingZeros));
  const fraction = fc.option(digits(1, 22), { nil: undefined });
  const exponent = fc.option(fc.integer({ min: -power, max: power }), { nil: undefined });
  return fc
    .tuple(fc.constantFrom("", "-"), whole, fraction, exponent, fc.constantFrom("e", "E"))
    .map(([sign, before, after, tens, mark]) => {
      return `${sign}${before}${after === undefined ? "" : `.${after}`}${tens === undefined ? "" : `${mark}${tens}`}`;
    });
}

function withoutLeadingZeros(text: string): string {
  return text.replace(/^0+(?=\d)/, "");
}

/** Numbers whose every digit is exact in a double: their text reads back as the same number. */
export const exactLiteral: fc.Arbitrary<string> = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }).map(String),
  fc.tuple(fc.integer(), fc.integer({ min: -12, max: 8 })).map(([whole, power]) => `${whole}e${power}`),
);

/** A random document. With `distinct` keys no object repeats one, so its members may be reordered. */
export function someTree(
  keys: "distinct" | "repeated",
  numbers: fc.Arbitrary<string> = numberLiteral(250),
): fc.Arbitrary<Tree> {
  const key = fc.oneof(fc.constantFrom("a", "b", "10", "2", "__proto__", "\uFFFF", "😀"), someText);
  return fc.letrec<{ tree: Tree }>((tie) => {
    const member: fc.Arbitrary<Member> = fc.tuple(key, tie("tree"));
    const members =
      keys === "distinct"
        ? fc.uniqueArray(member, { selector: ([name]) => name, maxLength: 5 })
        : fc.array(member, { maxLength: 5 });
    const leaf = fc.oneof(fc.constantFrom(null, true, false), someText, record("number", numbers));
    const list = record("list", fc.array(tie("tree"), { maxLength: 4 }));
    return { tree: fc.oneof({ maxDepth: 4 }, leaf, record("members", members), list) };
  }).tree;
}

function record<K extends string, V>(name: K, of: fc.Arbitrary<V>): fc.Arbitrary<Record<K, V>> {
  return of.map((value) => ({ [name]: value }) as Record<K, V>);
}

/** Writes a document in one of its many spellings: white space and escapes are as the seed says. */
export function writeTree(tree: Tree, seed: number): string {
  const dice = diceOf(seed);
  const space = (): string => ["", "", "", " ", "\n", "\t\r\n"][dice(6)] ?? "";
  const spelled = (text: string): string => `"${Array.from(text, (character) => spell(character, dice)).join("")}"`;
  const write = (node: Tree): string => {
    if (typeof node === "string") return spelled(node);
    if (node === null || typeof node === "boolean") return String(node);
    if ("number" in node) return node.number;
    if ("list" in node) return `[${space()}${node.list.map(write).join(`${space()},${space()}`)}${space()}]`;
    const members = node.members.map(([key, value]) => `${spelled(key)}${space()}:${space()}${write(value)}`);
    return `{${space()}${members.join(`${space()},${space()}`)}${space()}}`;
  };
  return space() + write(tree) + space();
}

function spell(character: string, dice: (sides: number) => number): string {
  const way = dice(4);
  if (way === 0)
    return Array.from({ length: character.length }, (_, at) => hexEscape(character.charCodeAt(at))).join("");
  if (way === 1 && character === "/") return "\\/";
  return JSON.stringify(character).slice(1, -1);
}

function hexEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

/** The same document with the members of every object in another order. */
export function reordered(tree: Tree, seed: number): Tree {
  const dice = diceOf(seed);
  const reorder = (node: Tree): Tree => {
    if (typeof node !== "object" || node === null || "number" in node) return node;
    if ("list" in node) return { list: node.list.map(reorder) };
    const ranked = node.members.map(([key, value]) => ({ rank: dice(1000), member: [key, reorder(value)] as const }));
    return { members: ranked.sort((left, right) => left.rank - right.rank).map(({ member }) => member) };
  };
  return reorder(tree);
}
