import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256, utf8 } from "#platform";
import { exactLiteral, reordered, someTree, type Tree, writeTree } from "../../../tests/support/json-text.ts";
import { readJson } from "../json/read.ts";
import type { Json } from "../json/value.ts";
import { canonicalJson } from "./canonical.ts";
import { digestJson } from "./digest.ts";

function valueOf(text: string): Json {
  const reading = readJson(utf8.encode(text), utf8);
  if (!reading.ok) throw new Error(`${reading.problem.reason}: ${text}`);
  return reading.value;
}

const seed = fc.integer();
const safeInteger = fc.maxSafeInteger().map(String);

/** The canonical text by another road: keys by their UTF-8 bytes, strings by JSON.stringify, integers as they stand. */
function canonicalByBytes(tree: Tree): string {
  if (typeof tree !== "object" || tree === null) return JSON.stringify(tree);
  if ("number" in tree) return tree.number;
  if ("list" in tree) return `[${tree.list.map(canonicalByBytes).join(",")}]`;
  const last = new Map(tree.members);
  const keys = [...last.keys()].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalByBytes(last.get(key) ?? null)}`).join(",")}}`;
}

/** Every document that differs from this one in exactly one leaf. */
function neighbours(tree: Tree): readonly Tree[] {
  if (tree === null) return [false, "null"];
  if (typeof tree === "boolean") return [!tree, null, String(tree)];
  if (typeof tree === "string") return [`${tree} `, `\u0000${tree}`, { list: [tree] }];
  if ("number" in tree) return [tree.number, { number: `1${tree.number.replace("-", "")}` }];
  if ("list" in tree) {
    if (tree.list.length === 0) return [{ members: [] }, { list: [null] }];
    return tree.list.flatMap((item, at) => neighbours(item).map((other) => ({ list: tree.list.with(at, other) })));
  }
  if (tree.members.length === 0) return [{ list: [] }, { members: [["", null]] }];
  return tree.members.flatMap(([key, value], at) => {
    const changed = neighbours(value).map((other) => ({ members: tree.members.with(at, [key, other]) }));
    return [...changed, { members: tree.members.toSpliced(at, 1) }];
  });
}

describe("equivalent inputs give byte-identical canonical text and digest (K09)", () => {
  test("whatever the order of keys, the white space and the escapes (contract 0.4)", () => {
    fc.assert(
      fc.property(someTree("distinct"), seed, seed, (tree, one, two) => {
        const left = valueOf(writeTree(tree, one));
        const right = valueOf(writeTree(reordered(tree, two), two));
        expect(canonicalJson(right)).toBe(canonicalJson(left));
        expect(digestJson(sha256, right)).toBe(digestJson(sha256, left));
      }),
      { numRuns: 600 },
    );
  });

  test("and the text is compact, with keys by UTF-8 bytes and strings as JSON.stringify writes them (contract 0.4)", () => {
    fc.assert(
      fc.property(someTree("repeated", safeInteger), seed, (tree, style) => {
        expect(canonicalJson(valueOf(writeTree(tree, style)))).toBe(canonicalByBytes(tree));
      }),
      { numRuns: 600 },
    );
  });

  test("and reading the text again changes nothing, for numbers that a double holds exactly", () => {
    fc.assert(
      fc.property(someTree("distinct", exactLiteral), seed, (tree, style) => {
        const text = canonicalJson(valueOf(writeTree(tree, style)));
        expect(canonicalJson(valueOf(text))).toBe(text);
      }),
      { numRuns: 600 },
    );
  });
});

describe("different inputs give different canonical text and digest (K09)", () => {
  test("a change of any one leaf shows", () => {
    fc.assert(
      fc.property(someTree("distinct", safeInteger), (tree) => {
        const others = neighbours(tree).map((other) => valueOf(writeTree(other, 1)));
        const value = valueOf(writeTree(tree, 1));
        const text = canonicalJson(value);
        const digest = digestJson(sha256, value);
        expect(others.filter((other) => canonicalJson(other) === text)).toStrictEqual([]);
        expect(others.filter((other) => digestJson(sha256, other) === digest)).toStrictEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("an integer, the float of the same value and its text are three things (contract 0.3)", () => {
    const texts = ["1", "1.0", '"1"', "[1]", "-0", "0", "0.0"].map((text) => canonicalJson(valueOf(text)));
    expect(texts).toStrictEqual(["1", "1.0", '"1"', "[1]", "-0.0", "0", "0.0"]);
  });
});
