import { describe, expect, test } from "vitest";
import { Float } from "#kernel";
import { ARGUMENT_BYTES, MEMBER_LIMIT, readArguments } from "./read-arguments.ts";

function problemOf(text: string): string {
  const reading = readArguments(text);
  return reading.ok ? "none" : reading.problem;
}

function nested(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
}

test("an object is read with its numbers as they were written (T01)", () => {
  expect(readArguments(' {"path": "é", "n": 5, "f": 5.0, "list": [null, true, 6.02e23]} ')).toEqual({
    ok: true,
    args: { path: "é", n: 5, f: new Float(5), list: [null, true, new Float(6.02e23)] },
  });
});

test.each<[string, string, string]>([
  ["no text", "", "expected a JSON object: a call without arguments is {}"],
  ["blank text", " \n", "expected a JSON object: a call without arguments is {}"],
  ["a list", "[1,2]", "the arguments are a list of 2, expected a JSON object"],
  ["null", "null", "the arguments are null, expected a JSON object"],
  ["a text", '"{}"', "the arguments are a text of 2 characters, expected a JSON object"],
  [
    "cut text",
    '{"path": "src/pa',
    "the arguments are no JSON object: EOF while parsing a string at line 1 column 16; the text ends early: send all of it, in smaller parts if it was cut",
  ],
  ["two objects", '{"a":1}{"b":2}', "the arguments are no JSON object: trailing characters at line 1 column 8"],
  ["a comment", '{"a":1 /* one */}', "the arguments are no JSON object: expected `,` or `}` at line 1 column 8"],
  ["a fence", "```json\n{}\n```", "the arguments are no JSON object: expected value at line 1 column 1"],
])("%s is no arguments, and nothing is guessed (T01)", (_, text, problem) => {
  expect(problemOf(text)).toBe(problem);
});

test.each<[string, string, string]>([
  ["duplicate keys", '{"a":1,"a":2}', 'the arguments are no JSON object: duplicate key "a" at line 1 column 8'],
  [
    "duplicate keys below",
    '{"o":{"a":1,"\\u0061":2}}',
    'the arguments are no JSON object: duplicate key "a" at line 1 column 13',
  ],
  ["__proto__", '{"__proto__":{"x":1}}', 'the name "__proto__" is not allowed'],
  ["__proto__ in escapes", '{"a":[{"\\u005f_proto__":1}]}', 'in "a[0]": the name "__proto__" is not allowed'],
  ["constructor", '{"a":{"constructor":1}}', 'in "a": the name "constructor" is not allowed'],
  ["prototype", '{"prototype":1}', 'the name "prototype" is not allowed'],
  [
    "2^53",
    '{"n":9007199254740992}',
    'in "n": an integer is beyond 2^53 - 1: give it as a text, or as a smaller number',
  ],
  [
    "-2^53 - 1",
    '{"n":[-9007199254740993]}',
    'in "n[0]": an integer is beyond 2^53 - 1: give it as a text, or as a smaller number',
  ],
  [
    "an integer of 30 digits",
    `{"t":"1","n":${"9".repeat(30)}}`,
    "an integer is beyond 2^53 - 1: give it as a text, or as a smaller number",
  ],
  ["1e400", '{"n":1e400}', "the arguments are no JSON object: number out of range at line 1 column 10"],
  ["NaN", '{"n":NaN}', "the arguments are no JSON object: expected value at line 1 column 6"],
  [
    "a raw lone surrogate",
    '{"a":"\uD800"}',
    "the arguments are no JSON object: lone surrogate in text at line 1 column 6",
  ],
  [
    "an escaped lone surrogate",
    '{"a":"\\ud800"}',
    "the arguments are no JSON object: unexpected end of hex escape at line 1 column 13",
  ],
  ["nesting of 65", nested(65), 'in "a.a.a.a" and below: nesting is deeper than 64'],
])("%s: refused at the border (SECURITY, attack table)", (_, text, problem) => {
  expect(problemOf(text)).toBe(problem);
});

test("deep JSON of a hundred thousand levels is refused like any other", () => {
  expect(problemOf("[".repeat(100_000))).toMatch(/recursion limit exceeded/);
});

test("what is within the border passes: 64 levels, 2^53 - 1, floats of any size, digits in texts", () => {
  const taken = [
    nested(64),
    '{"n":9007199254740991}',
    '{"n":1e20}',
    '{"n":100000000000000000000.0}',
    `{"t":"${"9".repeat(30)}","f":1e22}`,
  ];
  expect(taken.map(problemOf)).toEqual(["none", "none", "none", "none", "none"]);
});

test("-0 becomes 0, at any depth", () => {
  const reading = readArguments('{"n":-0,"list":[-0.0,{"m":-0,"k":1.0}]}');
  expect(reading).toStrictEqual({ ok: true, args: { n: 0, list: [0, { m: 0, k: new Float(1) }] } });
});

test("huge arguments are refused before they are read, by bytes and not by characters", () => {
  const text = (length: number, letter: string): string => JSON.stringify({ content: letter.repeat(length) });
  const tooLarge = `the arguments are larger than ${ARGUMENT_BYTES} bytes`;
  expect(problemOf(text(ARGUMENT_BYTES, "x"))).toBe(tooLarge);
  expect(problemOf(text(ARGUMENT_BYTES / 2, "é"))).toBe(tooLarge);
  expect(problemOf(text(ARGUMENT_BYTES - 14, "x"))).toBe("none");
});

describe("a flood of fields and items is refused before it is read", () => {
  const TOO_MANY = `the arguments hold more than ${MEMBER_LIMIT} fields and items`;
  const list = (items: number, item: string): string => `[${Array.from({ length: items }, () => item).join(", ")}]`;

  test.each<[string, string, string]>([
    ["as many items as there may be", `{"a":${list(MEMBER_LIMIT - 1, "1")}}`, "none"],
    ["one more", `{"a":${list(MEMBER_LIMIT, "1")}}`, TOO_MANY],
    ["nested ones", `{"a":${list(4_000, '[{"b":1}]')}}`, TOO_MANY],
    ["empty ones, each of which counts once", `{"a":${list(MEMBER_LIMIT - 1, "[ ]")}}`, "none"],
    ["texts with commas and quotes", JSON.stringify({ a: '[1,{"b\\":2},'.repeat(20_000) }), "none"],
    [
      "broken text, which is told of as that",
      `{"a":"he said "hi"${", x".repeat(20_000)}}`,
      "the arguments are no JSON object: expected `,` or `}` at line 1 column 16",
    ],
  ])("%s", (_, text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  test("half a million keys take a small part of what reading them would", () => {
    const text = `{${Array.from({ length: 500_000 }, (_, at) => `"k${at}":1`).join(",")}}`;
    const started = performance.now();
    JSON.parse(text);
    const parsed = performance.now();
    expect(problemOf(text)).toBe(TOO_MANY);
    expect(performance.now() - parsed).toBeLessThan((parsed - started) / 2);
  });
});
