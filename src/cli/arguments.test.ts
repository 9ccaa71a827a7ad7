import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { HOST_ACTIONS } from "#host";
import { type AnyAction, type CommandLine, parseCommandLine } from "./arguments.ts";

const ACTIONS: readonly AnyAction[] = Object.values(HOST_ACTIONS);
const CHECK = HOST_ACTIONS["harness.join_check"];
const DIGEST = HOST_ACTIONS["json.digest"];
const TOUR = HOST_ACTIONS["gate.tour"];
const SHOW = HOST_ACTIONS["config.show"];

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
    args: {
      switches: new Set(switches),
      values: new Map(Object.entries(values)),
      lists: new Map(),
      operands: operand === undefined ? [] : [operand],
    },
  };
}

function usage(problem: string, action?: AnyAction, detail: readonly string[] = []): CommandLine {
  return { kind: "usage", problem, detail, unknown: undefined, action, family: undefined };
}

/** What help or an error is about. */
interface About {
  readonly action?: AnyAction;
  readonly family?: string;
}

const FIRST_WORDS = [...new Set(Object.values(HOST_ACTIONS).map((row) => row.command.split(" ")[0] ?? ""))];

/** A word that names no command; `known` are the words that would have, there. */
function unknown(word: string, known: readonly string[], topic: About = {}): CommandLine {
  const problem = `unrecognized subcommand '${word}'`;
  const nothing = { action: undefined, family: undefined };
  return { kind: "usage", problem, detail: [], unknown: { word, known }, ...nothing, ...topic };
}

function help(topic: About, asked = true): CommandLine {
  return { kind: "help", asked, action: undefined, family: undefined, ...topic };
}

describe("what a command line asks for (contract 0.1)", () => {
  test.each([
    ["nothing is a plea for help that nobody asked for", [], help({}, false)],
    ["--help", ["--help"], help({})],
    ["-h", ["-h"], help({})],
    ["help", ["help"], help({})],
    ["help of a command", ["help", "tour"], help({ action: TOUR })],
    ["a command's --help", ["tour", "--help"], help({ action: TOUR })],
    ["--help before what is missing", ["digest", "-h"], help({ action: DIGEST })],
    ["a family alone is a plea for its help that nobody asked for", ["config"], help({ family: "config" }, false)],
    ["a family's --help", ["config", "--help"], help({ family: "config" })],
    ["a family's -h", ["config", "-h"], help({ family: "config" })],
    ["a family's help", ["config", "help"], help({ family: "config" })],
    ["help of a family", ["help", "config"], help({ family: "config" })],
    ["help of a command of two words", ["help", "config", "show"], help({ action: SHOW })],
    ["a family's help of its command", ["config", "help", "show"], help({ action: SHOW })],
    ["--help of a command of two words", ["config", "show", "--help"], help({ action: SHOW })],
  ] as const)("%s", (_what, argv, expected) => {
    expect(parse(...argv)).toEqual(expected);
  });
});

describe("commands that run (contract 0.1)", () => {
  test.each([
    ["without flags", ["tour"], run(TOUR)],
    ["of two words", ["config", "show"], run(SHOW)],
    ["of two words, with flags", ["config", "show", "--json"], run(SHOW, { switches: ["json"] })],
    ["with a choice", ["config", "show", "--color", "never"], run(SHOW, { values: { color: "never" } })],
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

  const familyUsage = (problem: string) => ({ ...usage(problem), family: "config" });

  test.each([
    ["an unknown command", ["zzz"], unknown("zzz", FIRST_WORDS)],
    ["help of an unknown command", ["help", "zzz"], unknown("zzz", FIRST_WORDS)],
    ["help of more than a command", ["help", "tour", "zzz"], unknown("zzz", [], { action: TOUR })],
    ["a command in capitals", ["TOUR"], unknown("TOUR", FIRST_WORDS)],
    [
      "an unknown command of a family",
      ["config", "zzz"],
      unknown("zzz", ["show", "trust", "distrust"], { family: "config" }),
    ],
    ["help of it", ["help", "config", "zzz"], unknown("zzz", ["show", "trust", "distrust"], { family: "config" })],
    ["a family twice", ["config", "config"], unknown("config", ["show", "trust", "distrust"], { family: "config" })],
    ["the second word without its first", ["show"], unknown("show", FIRST_WORDS)],
    ["both words as one", ["config show"], unknown("config show", FIRST_WORDS)],
    ["a flag where a family's command stands", ["config", "--json"], familyUsage("unexpected argument '--json' found")],
    ["--version there", ["config", "--version"], familyUsage("unexpected argument '--version' found")],
    [
      "a value that is none of the choices",
      ["config", "show", "--color", "bogus"],
      usage("invalid value 'bogus' for '--color <WHEN>'", SHOW, ["  [possible values: auto, always, never]"]),
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
  test("an empty command is unknown", () => {
    expect(parse("")).toEqual(unknown("", FIRST_WORDS));
    expect(parse("config", "")).toEqual(unknown("", ["show", "trust", "distrust"], { family: "config" }));
  });
});

describe("any command line at all", () => {
  const word = oneof(
    constantFrom(
      "tour",
      "digest",
      "config",
      "show",
      "--color",
      "harness-join-check",
      "help",
      "--json",
      "--input",
      "--input=",
      "--",
      "-",
      "-h",
      "",
    ),
    string({ unit: "binary" }),
  );

  test("is understood or refused with a problem, and never throws", () => {
    assert(
      property(array(word, { maxLength: 6 }), (argv) => {
        const line = parse(...argv);
        expect(["help", "run", "usage"]).toContain(line.kind);
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
