import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { HOST_ACTIONS } from "#host";
import { type AnyAction, type CommandLine, flagText, parseCommandLine } from "./arguments.ts";

const ACTIONS: readonly AnyAction[] = Object.values(HOST_ACTIONS);
const CHECK = HOST_ACTIONS["harness.join_check"];
const DIGEST = HOST_ACTIONS["json.digest"];
const TOUR = HOST_ACTIONS["gate.tour"];

const parse = (...argv: readonly string[]): CommandLine => parseCommandLine(argv, ACTIONS);

interface Given {
  readonly switches?: readonly string[];
  readonly values?: Readonly<Record<string, string>>;
  readonly operand?: string;
}

function run(action: AnyAction, given: Given = {}): CommandLine {
  const { switches = [], values = {}, operand } = given;
  return {
    kind: "run",
    action,
    args: { switches: new Set(switches), values: new Map(Object.entries(values)), operand },
  };
}

function usage(problem: string, action?: AnyAction, detail: readonly string[] = []): CommandLine {
  return { kind: "usage", problem, detail, action };
}

describe("what a command line asks for (contract 0.1)", () => {
  test.each([
    ["nothing is a plea for help that nobody asked for", [], { kind: "help", action: undefined, asked: false }],
    ["--version", ["--version"], { kind: "version" }],
    ["-V", ["-V"], { kind: "version" }],
    ["--help", ["--help"], { kind: "help", action: undefined, asked: true }],
    ["-h", ["-h"], { kind: "help", action: undefined, asked: true }],
    ["help", ["help"], { kind: "help", action: undefined, asked: true }],
    ["help of a command", ["help", "tour"], { kind: "help", action: TOUR, asked: true }],
    ["a command's --help", ["tour", "--help"], { kind: "help", action: TOUR, asked: true }],
    ["--help before what is missing", ["digest", "-h"], { kind: "help", action: DIGEST, asked: true }],
  ] as const)("%s", (_what, argv, expected) => {
    expect(parse(...argv)).toEqual(expected);
  });
});

describe("commands that run (contract 0.1)", () => {
  test.each([
    ["without flags", ["tour"], run(TOUR)],
    ["with a switch", ["tour", "--json"], run(TOUR, { switches: ["json"] })],
    ["a value behind its flag", ["harness-join-check", "--input", "a"], run(CHECK, { values: { input: "a" } })],
    ["a value behind =", ["harness-join-check", "--input=a"], run(CHECK, { values: { input: "a" } })],
    ["a value with = in it", ["harness-join-check", "--input=a=b"], run(CHECK, { values: { input: "a=b" } })],
    ["an empty value", ["harness-join-check", "--input", ""], run(CHECK, { values: { input: "" } })],
    ["an empty value behind =", ["harness-join-check", "--input="], run(CHECK, { values: { input: "" } })],
    ["a dash as value", ["harness-join-check", "--input", "-"], run(CHECK, { values: { input: "-" } })],
    ["a value that starts with a dash", ["harness-join-check", "--input=-x"], run(CHECK, { values: { input: "-x" } })],
    [
      "flags in any order",
      ["harness-join-check", "--checks", "--input", "a", "--json"],
      run(CHECK, { switches: ["checks", "json"], values: { input: "a" } }),
    ],
    ["an operand", ["digest", "a"], run(DIGEST, { operand: "a" })],
    ["a dash as operand", ["digest", "-"], run(DIGEST, { operand: "-" })],
    [
      "an operand among flags",
      ["digest", "--json", "a", "--strict"],
      run(DIGEST, { switches: ["json", "strict"], operand: "a" }),
    ],
    [
      "an operand behind --",
      ["digest", "--json", "--", "--strict"],
      run(DIGEST, { switches: ["json"], operand: "--strict" }),
    ],
    ["help as operand, behind --", ["digest", "--", "--help"], run(DIGEST, { operand: "--help" })],
  ] as const)("%s", (_what, argv, expected) => {
    expect(parse(...argv)).toEqual(expected);
  });
});

describe("usage errors (contract 0.1)", () => {
  const REQUIRED = "the following required arguments were not provided:";
  const NO_VALUE = "a value is required for '--input <INPUT>' but none was supplied";

  test.each([
    ["an unknown command", ["zzz"], usage("unrecognized subcommand 'zzz'")],
    ["help of an unknown command", ["help", "zzz"], usage("unrecognized subcommand 'zzz'")],
    ["a command in capitals", ["TOUR"], usage("unrecognized subcommand 'TOUR'")],
    [
      "a command with a typing error",
      ["digset"],
      usage("unrecognized subcommand 'digset'", undefined, ["", "  tip: a similar subcommand exists: 'digest'"]),
    ],
    ["a flag where the command stands", ["--json"], usage("unexpected argument '--json' found")],
    ["-- where the command stands", ["--", "tour"], usage("unexpected argument '--' found")],
    ["an unknown flag", ["tour", "--all"], usage("unexpected argument '--all' found", TOUR)],
    ["an unknown flag with a value", ["tour", "--all=x"], usage("unexpected argument '--all' found", TOUR)],
    ["an unknown short flag", ["tour", "-a"], usage("unexpected argument '-a' found", TOUR)],
    ["a flag with one dash", ["tour", "-json"], usage("unexpected argument '-json' found", TOUR)],
    ["an operand where there is none", ["tour", "a"], usage("unexpected argument 'a' found", TOUR)],
    ["a second operand", ["digest", "a", "b"], usage("unexpected argument 'b' found", DIGEST)],
    ["a missing operand", ["digest"], usage(REQUIRED, DIGEST, ["  <FILE>"])],
    ["a missing flag", ["harness-join-check"], usage(REQUIRED, CHECK, ["  --input <INPUT>"])],
    ["a flag without its value", ["harness-join-check", "--input"], usage(NO_VALUE, CHECK)],
    ["a known flag instead of a value", ["harness-join-check", "--input", "--json"], usage(NO_VALUE, CHECK)],
    ["-- instead of a value", ["harness-join-check", "--input", "--"], usage(NO_VALUE, CHECK)],
    [
      "a dashed value without =",
      ["harness-join-check", "--input", "-1"],
      usage("unexpected argument '-1' found", CHECK),
    ],
    [
      "a switch given twice",
      ["tour", "--json", "--json"],
      usage("the argument '--json' cannot be used multiple times", TOUR),
    ],
    [
      "a value given twice",
      ["harness-join-check", "--input", "a", "--input=a"],
      usage("the argument '--input <INPUT>' cannot be used multiple times", CHECK),
    ],
    [
      "a switch with a value",
      ["tour", "--json=true"],
      usage("unexpected value 'true' for '--json' found; no more were expected", TOUR),
    ],
    ["the first of two errors", ["tour", "--b", "--a"], usage("unexpected argument '--b' found", TOUR)],
  ] as const)("%s", (_what, argv, expected) => {
    expect(parse(...argv)).toEqual(expected);
  });
  test("an empty command is unknown, and nothing is similar to it", () => {
    expect(parse("")).toEqual(usage("unrecognized subcommand ''"));
  });
});

describe("any command line at all", () => {
  const word = oneof(
    constantFrom("tour", "digest", "harness-join-check", "help", "--json", "--input", "--input=", "--", "-", "-h", ""),
    string({ unit: "binary" }),
  );

  test("is understood or refused with a problem, and never throws", () => {
    assert(
      property(array(word, { maxLength: 6 }), (argv) => {
        const line = parse(...argv);
        expect(["version", "help", "run", "usage"]).toContain(line.kind);
        if (line.kind === "usage") expect(line.problem).not.toBe("");
      }),
    );
  });

  test("gets any value through unchanged in the = form", () => {
    assert(
      property(string({ unit: "binary" }), (value) => {
        expect(parse("harness-join-check", `--input=${value}`)).toEqual(run(CHECK, { values: { input: value } }));
      }),
    );
  });

  test("gets any operand through unchanged behind --", () => {
    assert(
      property(string({ unit: "binary" }), (value) => {
        expect(parse("digest", "--", value)).toEqual(run(DIGEST, { operand: value }));
      }),
    );
  });
});

test("a flag is named with its value, a switch without", () => {
  expect(CHECK.flags.map(flagText)).toEqual(["--input <INPUT>", "--json", "--checks"]);
});
