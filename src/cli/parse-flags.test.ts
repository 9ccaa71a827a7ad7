import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { flagText, operandText, parseFlags, type ParsedFlags, type Takes } from "./parse-flags.ts";

/** The contract's own examples: a flag with choices, one that may be repeated, an operand that may be left out. */
const TAKES: Takes = {
  flags: [
    { name: "state", value: "STATE", choices: ["active", "stopped"], summary: "the state" },
    { name: "witness-ref", value: "REF", repeatable: true, summary: "a witness" },
    { name: "json", summary: "as JSON" },
  ],
  operand: { name: "CLASS", summary: "a class" },
};
const STRICT: Takes = {
  flags: [{ name: "witness-ref", value: "REF", repeatable: true, required: true, summary: "a witness" }],
  operand: { name: "KIND", required: true, summary: "a kind" },
};

const parse = (...words: readonly string[]): ParsedFlags => parseFlags(TAKES, words);
const POSSIBLE = ["  [possible values: active, stopped]"];
const NO_STATE = "a value is required for '--state <STATE>' but none was supplied";

interface Given {
  readonly state?: string;
  readonly refs?: readonly string[];
  readonly operand?: string;
}

function complete({ state, refs, operand }: Given): ParsedFlags {
  const values = new Map(state === undefined ? [] : [["state", state]]);
  const lists = new Map(refs === undefined ? [] : [["witness-ref", refs]]);
  return { kind: "complete", args: { switches: new Set(), values, lists, operand } };
}

function wrong(problem: string, detail: readonly string[] = []): ParsedFlags {
  return { kind: "wrong", problem, detail };
}

describe("a flag with choices (contract 0.1)", () => {
  test.each([
    ["takes each of them", ["--state", "active"], complete({ state: "active" })],
    ["takes them behind =", ["--state=stopped"], complete({ state: "stopped" })],
    ["refuses another", ["--state", "bogus"], wrong("invalid value 'bogus' for '--state <STATE>'", POSSIBLE)],
    ["refuses another spelling", ["--state=Active"], wrong("invalid value 'Active' for '--state <STATE>'", POSSIBLE)],
    ["calls an empty value none", ["--state="], wrong(NO_STATE, POSSIBLE)],
    ["says what it would have taken", ["--state"], wrong(NO_STATE, POSSIBLE)],
    [
      "is given once",
      ["--state=active", "--state=active"],
      wrong("the argument '--state <STATE>' cannot be used multiple times"),
    ],
  ])("%s", (_what, words, expected) => {
    expect(parse(...words)).toEqual(expected);
  });
});

describe("a flag that may be repeated (contract 0.1)", () => {
  test("gives its values in order, equal ones and empty ones too", () => {
    assert(
      property(array(constantFrom("a", "b", "", "x=y")), (refs) => {
        const words = refs.flatMap((ref, at) => (at % 2 === 0 ? ["--witness-ref", ref] : [`--witness-ref=${ref}`]));
        expect(parse(...words)).toEqual(complete(refs.length === 0 ? {} : { refs }));
      }),
    );
  });

  test("is missing only when it is never given", () => {
    expect(parseFlags(STRICT, ["--witness-ref=a", "kind"]).kind).toBe("complete");
    expect(parseFlags(STRICT, [])).toEqual(
      wrong("the following required arguments were not provided:", ["  --witness-ref <REF>", "  <KIND>"]),
    );
  });
});

describe("an operand that may be left out", () => {
  test.each([
    ["is left out", [], complete({})],
    ["is given", ["tool.x"], complete({ operand: "tool.x" })],
    ["is empty, which is not left out", [""], complete({ operand: "" })],
    ["is given once", ["a", "b"], wrong("unexpected argument 'b' found")],
  ])("%s", (_what, words, expected) => {
    expect(parse(...words)).toEqual(expected);
  });
});

test("flags and operands are named as the contract names them (0.1)", () => {
  expect(TAKES.flags.map(flagText)).toEqual(["--state <STATE>", "--witness-ref <REF>", "--json"]);
  expect([TAKES, STRICT].map(({ operand }) => operand && operandText(operand))).toEqual(["[CLASS]", "<KIND>"]);
});
