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
      optionValues: [
        { text: "/etc/x", glob: false },
        { text: "/etc/y", glob: false },
      ],
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
