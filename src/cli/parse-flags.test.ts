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
  operands: [{ name: "CLASS", summary: "a class" }],
};
const STRICT: Takes = {
  flags: [{ name: "witness-ref", value: "REF", repeatable: true, required: true, summary: "a witness" }],
  operands: [{ name: "KIND", required: true, summary: "a kind" }],
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
  return {
    kind: "complete",
    args: { switches: new Set(), values, lists, operands: operand === undefined ? [] : [operand] },
  };
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
  expect([TAKES, STRICT].flatMap(({ operands }) => operands.map(operandText))).toEqual(["[CLASS]", "<KIND>"]);
});

/** The forms that came with issue memory: two operands, whole numbers, a default, flags that exclude one another. */
const UPDATE: Takes = {
  flags: [
    { name: "priority", value: "PRIORITY", integer: { min: -(2 ** 31), max: 2 ** 31 - 1 }, summary: "a priority" },
    { name: "threshold", value: "N", integer: { min: 0, max: Number.MAX_SAFE_INTEGER }, default: "2000", summary: "" },
    { name: "notes", value: "NOTES", excludes: ["notes-file"], summary: "notes" },
    { name: "notes-file", value: "NOTES_FILE", excludes: ["notes"], summary: "a file of notes" },
  ],
  operands: [
    { name: "ISSUE_ID", required: true, summary: "an issue" },
    { name: "DEPENDS_ON_ID", required: true, summary: "another" },
  ],
};

function taken(values: Readonly<Record<string, string>>): ParsedFlags {
  const given = new Map([
    ...Object.entries(values),
    ...("threshold" in values ? [] : [["threshold", "2000"] as const]),
  ]);
  return { kind: "complete", args: { switches: new Set(), values: given, lists: new Map(), operands: ["a", "b"] } };
}

describe("a flag that takes a whole number (contract 0.1)", () => {
  const priority = (text: string): ParsedFlags => parseFlags(UPDATE, ["a", "b", `--priority=${text}`]);
  const problem = (text: string, what: string): ParsedFlags =>
    wrong(`invalid value '${text}' for '--priority <PRIORITY>': ${what}`);

  test.each(["0", "4", "-1", "+2", "007", "2147483647", "-2147483648"])("takes %s as it is written", (text) => {
    expect(priority(text)).toEqual(taken({ priority: text }));
  });

  test.each([
    ["", "cannot parse integer from empty string"],
    ["x", "invalid digit found in string"],
    ["1.0", "invalid digit found in string"],
    ["1e3", "invalid digit found in string"],
    [" 1", "invalid digit found in string"],
    ["-", "invalid digit found in string"],
    ["2147483648", "2147483648 is not in -2147483648..=2147483647"],
    ["-2147483649", "-2147483649 is not in -2147483648..=2147483647"],
    ["9223372036854775808", "number too large to fit in target type"],
    ["-9223372036854775809", "number too small to fit in target type"],
  ])("refuses '%s' as the reference's parser does", (text, what) => {
    expect(priority(text)).toEqual(problem(text, what));
  });

  test("has no sign where only counts are taken", () => {
    expect(parseFlags(UPDATE, ["a", "b", "--threshold=-1"])).toEqual(
      wrong("invalid value '-1' for '--threshold <N>': invalid digit found in string"),
    );
  });
});

describe("defaults, operands and flags that exclude one another (contract 0.1)", () => {
  test("a default counts when nothing is given, and only then", () => {
    expect(parseFlags(UPDATE, ["a", "b"])).toEqual(taken({}));
    expect(parseFlags(UPDATE, ["a", "b", "--threshold", "3"])).toEqual(taken({ threshold: "3" }));
  });

  test("operands stand in order, and a missing one is named", () => {
    expect(parseFlags(UPDATE, ["a"])).toEqual(
      wrong("the following required arguments were not provided:", ["  <DEPENDS_ON_ID>"]),
    );
    expect(parseFlags(UPDATE, ["a", "b", "c"])).toEqual(wrong("unexpected argument 'c' found"));
  });

  test.each([
    ["--notes=n", "--notes-file=f", "'--notes <NOTES>' cannot be used with '--notes-file <NOTES_FILE>'"],
    ["--notes-file=f", "--notes=n", "'--notes-file <NOTES_FILE>' cannot be used with '--notes <NOTES>'"],
  ])("of %s and %s the one given first is named first, before what is missing", (one, other, what) => {
    expect(parseFlags(UPDATE, [one, other])).toEqual(wrong(`the argument ${what}`));
  });
});

describe("an operand that takes every further word", () => {
  const RUN: Takes = {
    flags: [{ name: "json", summary: "as JSON" }],
    operands: [{ name: "COMMAND", required: true, rest: true, summary: "a command" }],
  };
  const given = (switches: readonly string[], ...operands: readonly string[]): ParsedFlags => ({
    kind: "complete",
    args: { switches: new Set(switches), values: new Map(), lists: new Map(), operands },
  });

  test("takes all that stands behind --, flags and a second -- too", () => {
    expect(parseFlags(RUN, ["--json", "--", "ls", "-la", "--json", "--", "--help"])).toEqual(
      given(["json"], "ls", "-la", "--json", "--", "--help"),
    );
  });

  test("leaves flags before -- to the command itself", () => {
    expect(parseFlags(RUN, ["ls", "--json", "a"])).toEqual(given(["json"], "ls", "a"));
    expect(parseFlags(RUN, ["ls", "-la"])).toEqual(wrong("unexpected argument '-la' found"));
  });

  test("is missing when nothing stands there, and is named with its dots", () => {
    expect(parseFlags(RUN, ["--"])).toEqual(
      wrong("the following required arguments were not provided:", ["  <COMMAND>..."]),
    );
  });
});
