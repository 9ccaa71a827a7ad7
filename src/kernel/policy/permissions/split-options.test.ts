import { describe, expect, test } from "vitest";
import type { OptionRule } from "./rule-set.ts";
import type { ShellWord } from "./shell-script.ts";
import { splitOptions } from "./split-options.ts";

function words(text: string): readonly ShellWord[] {
  return text.split(" ").map((word) => ({ text: word, glob: /[*?[]/.test(word) }));
}

function operandsOf(text: string, rule?: OptionRule): readonly string[] | undefined {
  return splitOptions(words(text), rule)?.operands.map((word) => word.text);
}

describe("none but these", () => {
  const rule = { only: ["-n", "-r", "-A:", "--stat", "--format=", "--max:", "-#", "+"] };

  test.each([
    ["-n a", ["a"]],
    ["-rn a", ["a"]],
    ["-nA5 a", ["a"]],
    ["-A 5 a", ["a"]],
    ["-A5 a", ["a"]],
    ["-20 a", ["a"]],
    ["+%s a", ["a"]],
    ["--stat a", ["a"]],
    ["--format=x a", ["a"]],
    ["--format x", undefined],
    ["--max 5 a", ["a"]],
    ["--max=5 a", ["a"]],
    ["-- -x a", ["-x", "a"]],
    ["a -n b", ["a", "b"]],
    ["-", ["-"]],
  ])("%s", (text, expected) => {
    expect(operandsOf(text, rule)).toEqual(expected);
  });

  test.each(["-x", "-nx", "--sta", "--stat=x", "--output=x", "-A -x", "a -x", "-*", "*", "--f*=x", "-n* a"])(
    "refuses %s, for what it is or may become",
    (text) => {
      expect(operandsOf(text, rule)).toBeUndefined();
    },
  );
});

describe("what takes a value", () => {
  const valuesOf = (text: string, only: readonly string[]): readonly string[] | undefined =>
    splitOptions(words(text), { only })?.values.map(({ option, word }) => `${option} ${word.text}`);

  test.each<[string, readonly string[], readonly string[] | undefined]>([
    ["-e: x", ["-e:text"], ["-e :"]],
    ["-F: x", ["-F:text"], ["-F :"]],
    ["-F= x", ["-F:text"], ["-F ="]],
    ["--arg a b env", ["--arg>>text"], ["--arg a", "--arg b"]],
    ["--arg -a -b env", ["--arg>>text"], ["--arg -a", "--arg -b"]],
    ["--arg a", ["--arg>>text"], undefined],
    ["-U .env", ["-U", "-U="], []],
    ["-U3 x", ["-U", "-U="], ["-U 3"]],
    ["-U x", ["-U="], undefined],
    ["-L 2 x", ["-L>", "-a"], ["-L 2"]],
    ["-aL 2 x", ["-L>", "-a"], ["-L 2"]],
    ["-La 2 x", ["-L>", "-a"], undefined],
    ["-L2 x", ["-L>"], undefined],
    ["--include=.env x", ["--include:"], ["--include .env"]],
    ["--include .env x", ["--include:"], ["--include .env"]],
    ["-name *", ["-name>text"], undefined],
    ["-A *.x", ["-A:"], undefined],
    ["-A -x", ["-A:", "-x"], undefined],
  ])("%s with %j", (text, only, expected) => {
    expect(valuesOf(text, only)).toEqual(expected);
  });
});

test("where one dash begins a whole name, nothing is bundled and -- ends nothing", () => {
  const rule = { only: ["-name>text", "-a", "-o", "-f:text"] };
  expect(["-- . -delete", ". -- -delete", "-ao", "-fuzz", ". -name x"].map((text) => operandsOf(text, rule))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    ["."],
  ]);
});

test("behind the first operand there are no options where a program takes none", () => {
  const given = splitOptions(words("-p x -i"), { only: ["-p", "-i"] }, { options_first: true });
  expect(given?.operands.map(({ text }) => text)).toEqual(["x", "-i"]);
});

test("a wildcard may become an option where none does harm", () => {
  const found = [{}, { harmless: true } as const].map((habits) => splitOptions(words("*.ts"), { only: [] }, habits));
  expect(found.map((split) => split?.operands.length)).toEqual([undefined, 1]);
});

test("a listed -- goes on to the options behind it", () => {
  const rule = { only: ["--", "--fix"] };
  expect([operandsOf("a -- --fix", rule), operandsOf("a -- --out", rule)]).toEqual([["a"], undefined]);
});

describe("any but these", () => {
  const rule = { never: ["-o", "--output", "-exec"] };

  test.each([
    "-o f",
    "-of",
    "-uo f",
    "--output=f",
    "--output f",
    "--out f",
    "--o f",
    "-exec x",
    "--exec=x",
    "-exec=x",
    "* a",
  ])("refuses %s, however abbreviated or bundled", (text) => {
    expect(operandsOf(text, rule)).toBeUndefined();
  });

  test("takes others, and shows what may be a path in them", () => {
    expect(splitOptions(words("-n --file=/etc/x -f/etc/y a -- -o"), rule)).toEqual({
      operands: [
        { text: "a", glob: false },
        { text: "-o", glob: false },
      ],
      values: ["/etc/x", "/etc/y", "etc/y", "tc/y", "c/y", "/y", "y"].map((text, at) => ({
        option: at === 0 ? "--file" : "-f/etc/y",
        word: { text, glob: false },
        kind: "name",
      })),
      given: new Set(["-n", "--file", "-f/etc/y"]),
    });
  });
});

test("at least one of these: for rules that ask or deny", () => {
  const rule = { some: ["-r", "--recursive"] };
  expect([operandsOf("-fr a", rule), operandsOf("--recurs a", rule), operandsOf("-f a", rule)]).toEqual([
    ["a"],
    ["a"],
    undefined,
  ]);
});
