import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { readHarnessSession, type SessionReading, writeHarnessSession } from "./harness-session.ts";

const KIND = '"sessionKind":"premath.harness.session.v1"';
const REST = '"sessionId":"x","state":"active","startedAt":"a","updatedAt":"b"';
const PLAIN = {
  schema: 1,
  sessionKind: "premath.harness.session.v1",
  sessionId: "x",
  state: "active",
  startedAt: "a",
  updatedAt: "b",
} as const;

function read(text: string | Uint8Array): SessionReading {
  return readHarnessSession(typeof text === "string" ? utf8.encode(text) : text, utf8, "p.json");
}
const session = (more: string): string => `{"schema":1,${KIND},${REST}${more}}`;

describe("what a session artifact says (M03)", () => {
  test.each<[string, string, object]>([
    ["only what is required", "", {}],
    ["null is absent", ',"issueId":null,"summary":null,"nextStep":null,"stoppedAt":null,"issuesPath":null', {}],
    ["an empty list is absent", ',"instructionRefs":[],"witnessRefs":[],"lineageRefs":[]', {}],
    ["refs are kept as they stand", ',"witnessRefs":["b"," ","a","b"]', { witnessRefs: ["b", " ", "a", "b"] }],
    ["members of other tools are passed over, twice too", ',"other":[1.5],"other":{}', {}],
    ["moments are not looked at", ',"stoppedAt":" never "', { stoppedAt: " never " }],
  ])("%s", (_, more, expected) => {
    expect(read(session(more))).toStrictEqual({ ok: true, session: { ...PLAIN, ...expected } });
  });

  test("its file has the contract's order, whatever order it was read in", () => {
    const text = `{"issuesSnapshotRef":"iss1_x","issuesPath":"i","stoppedAt":"c","lineageRefs":["l"],"witnessRefs":["w"],
      "instructionRefs":["i"],"nextStep":"n","summary":"s\\u007f\\u2028é\\u0001","issueId":"bd-1","updatedAt":"b","startedAt":"a",
      "state":"stopped","sessionId":"x",${KIND},"schema":1}`;
    const reading = read(text);
    expect(reading.ok && writeHarnessSession(reading.session)).toBe(`{
  "schema": 1,
  "sessionKind": "premath.harness.session.v1",
  "sessionId": "x",
  "state": "stopped",
  "issueId": "bd-1",
  "summary": "s\u007F\u2028é\\u0001",
  "nextStep": "n",
  "instructionRefs": [
    "i"
  ],
  "witnessRefs": [
    "w"
  ],
  "lineageRefs": [
    "l"
  ],
  "startedAt": "a",
  "updatedAt": "b",
  "stoppedAt": "c",
  "issuesPath": "i",
  "issuesSnapshotRef": "iss1_x"
}
`);
  });
});

const parse = (reason: string): string => `failed to parse harness session artifact p.json: ${reason}`;

describe("what is no session artifact is told in the contract's words (M03, contract 2.2)", () => {
  test.each<[string, string | Uint8Array, string]>([
    ["nothing", "", parse("EOF while parsing a value at line 1 column 0")],
    ["a torn file", '{"schema":1,"sess', parse("EOF while parsing a string at line 1 column 17")],
    ["text behind it", `${session("")} x`, parse(`trailing characters at line 1 column ${session("").length + 2}`)],
    ["a byte order mark", `\uFEFF${session("")}`, parse("expected value at line 1 column 1")],
    ["a list", "[]", parse("invalid type: sequence, expected an object at line 1 column 0")],
    ["a text", '"x"', parse('invalid type: string "x", expected struct HarnessSession at line 1 column 3')],
    ["a missing field", `{"schema":1,${KIND}}`, parse("missing field `sessionId` at line 1 column 55")],
    ["a known key twice", '{"schema":1,"schema":1}', parse("duplicate field `schema` at line 1 column 20")],
    ["a float", '{"schema":1.0}', parse("invalid type: floating point `1.0`, expected u32 at line 1 column 13")],
    ["a negative", '{"schema":-1}', parse("invalid value: integer `-1`, expected u32 at line 1 column 12")],
    [
      "a number too large",
      '{"schema":4294967296}',
      parse("invalid value: integer `4294967296`, expected u32 at line 1 column 20"),
    ],
    ["a number as text", '{"schema":"1"}', parse('invalid type: string "1", expected u32 at line 1 column 13')],
    [
      "null for a text",
      '{"schema":1,"state":null}',
      parse("invalid type: null, expected a string at line 1 column 24"),
    ],
    [
      "null for a list",
      '{"schema":1,"witnessRefs":null}',
      parse("invalid type: null, expected a sequence at line 1 column 30"),
    ],
    [
      "a number among refs",
      '{"schema":1,\n"witnessRefs":["a",2]}',
      parse("invalid type: integer `2`, expected a string at line 2 column 20"),
    ],
    [
      "another schema",
      session("").replace('"schema":1', '"schema":2'),
      "invalid harness session schema 2 (expected 1)",
    ],
    [
      "another kind",
      session("").replace("premath.harness.session.v1", "zz"),
      "invalid harness session kind zz (expected premath.harness.session.v1)",
    ],
    [
      "another state",
      session("").replace('"active"', '"paused"'),
      "invalid harness session state paused (expected active|stopped)",
    ],
    ["a blank id", session("").replace('"x"', '" \\u0085"'), "invalid harness session id (empty)"],
    [
      "the first thing that is wrong",
      session("").replace('"schema":1', '"schema":0').replace('"active"', '"paused"'),
      "invalid harness session schema 0 (expected 1)",
    ],
  ])("%s", (_, text, message) => {
    expect(read(text)).toStrictEqual({ ok: false, message });
  });

  test("bytes that are no UTF-8", () => {
    const bytes = Buffer.concat([Buffer.from('{"sessionId":"'), Buffer.of(0xff), Buffer.from('"}')]);
    expect(read(bytes)).toStrictEqual({
      ok: false,
      message: parse("invalid unicode code point at line 1 column 16"),
    });
  });
});
