import { describe, expect, test } from "vitest";
import { at, sampleIssue } from "../../../tests/support/sample-issue.ts";
import { utf8 } from "#platform";
import { Float } from "../json/value.ts";
import { type IssueReading, readIssue } from "./read-issue.ts";

function read(text: string): IssueReading {
  return readIssue(utf8.encode(text), utf8);
}

const PLAIN = sampleIssue("bd-1", {
  title: "A",
  created_at: at("2026-02-01T00:00:00Z"),
  updated_at: at("2026-02-01T00:00:00Z"),
});
const TIMES = '"created_at":"2026-02-01T00:00:00Z","updated_at":"2026-02-01T00:00:00Z"';
const HEAD = '{"id":"bd-1","title":"A"';

describe("what a row says (M01)", () => {
  test.each<[string, string, object]>([
    ["absent fields have the contract's defaults", "", {}],
    ["an issue type is trimmed and lower-cased", ',"issue_type":" EPIC\u0085"', { issue_type: "epic" }],
    ["a lease of null is none", ',"lease":null', {}],
    ["metadata of null is none", ',"metadata":null', {}],
    ["a closing time of null is none", ',"closed_at":null', {}],
    ["metadata keeps the form of its numbers", ',"metadata":{"a":1.0,"b":1}', { metadata: { a: new Float(1), b: 1 } }],
    [
      "a lease is read whole, in UTC",
      ',"lease":{"lease_id":"l","owner":"o","acquired_at":"2026-02-01T01:00:00+01:00","expires_at":"2026-02-01T00:00:01.5Z","renewed_at":null,"x":1}',
      {
        lease: {
          lease_id: "l",
          owner: "o",
          acquired_at: "2026-02-01T00:00:00Z",
          expires_at: "2026-02-01T00:00:01.500Z",
          foreign: { x: 1 },
        },
      },
    ],
    [
      "dep_type is another name of type",
      ',"dependencies":[{"issue_id":"bd-1","depends_on_id":"bd-2","dep_type":"related","at":0}]',
      {
        dependencies: [
          { issue_id: "bd-1", depends_on_id: "bd-2", type: "related", created_by: "", foreign: { at: 0 } },
        ],
      },
    ],
    [
      "our own keys are read",
      ',"rev":3,"by":"c","token":7,"tombstone":true',
      { rev: 3, by: "c", token: 7, tombstone: true },
    ],
    [
      "keys of others are kept in order, those that look like ours among them",
      ',"zzz":1,"rev":"x","token":-1,"tombstone":false,"by":null,"__proto__":[2.50],"a":1e3',
      {
        foreign: Object.fromEntries<unknown>([
          ["zzz", 1],
          ["rev", "x"],
          ["token", -1],
          ["tombstone", false],
          ["by", null],
          ["__proto__", [2.5]],
          ["a", new Float(1000)],
        ]),
      },
    ],
  ])("%s", (_, members, expected) => {
    const reading = read(`${HEAD},${TIMES}${members}}`);
    expect(reading).toEqual({ ok: true, issue: { ...PLAIN, ...expected } });
    const keys = reading.ok ? Object.keys(reading.issue.foreign ?? {}) : [];
    expect(keys).toEqual(Object.keys(("foreign" in expected ? expected.foreign : {}) as object));
  });

  test("a row without its moments says so, and means 1970", () => {
    const epoch = { created_at: "1970-01-01T00:00:00Z", updated_at: "1970-01-01T00:00:00Z", missingTimestamps: true };
    expect(read(`${HEAD}}`)).toEqual({ ok: true, issue: { ...PLAIN, ...epoch } });
  });
});

describe("a row that is none is refused with the reference's words and place (M01)", () => {
  test.each([
    ['{"title":"A"}', "missing field `id` at line 1 column 13"],
    ['{"id":"bd-1"}', "missing field `title` at line 1 column 13"],
    ['{"id":5,"title":"A"}', "invalid type: integer `5`, expected a string at line 1 column 7"],
    ['{"id":null}', "invalid type: null, expected a string at line 1 column 10"],
    ['{"id":"a","id":"b"}', "duplicate field `id` at line 1 column 14"],
    ["[]", "invalid type: sequence, expected an object at line 1 column 0"],
    ["5", "invalid type: integer `5`, expected struct Issue at line 1 column 1"],
    ['{"id":"a"', "EOF while parsing an object at line 1 column 9"],
    ['{"id":"a\u0001"}', "control character (\\u0000-\\u001F) found while parsing a string at line 1 column 9"],
    [`${HEAD}}x`, "trailing characters at line 1 column 26"],
    [`${HEAD},"priority":2.0}`, "invalid type: floating point `2.0`, expected i32 at line 1 column 39"],
    [`${HEAD},"priority":"2"}`, 'invalid type: string "2", expected i32 at line 1 column 39'],
    [`${HEAD},"priority":2147483648}`, "invalid value: integer `2147483648`, expected i32 at line 1 column 46"],
    [`${HEAD},"priority":-2147483649}`, "invalid value: integer `-2147483649`, expected i32 at line 1 column 47"],
    [`${HEAD},"priority":-0}`, "invalid type: floating point `-0.0`, expected i32 at line 1 column 38"],
    [`${HEAD},"ephemeral":"no"}`, 'invalid type: string "no", expected a boolean at line 1 column 41'],
    [`${HEAD},"labels":null}`, "invalid type: null, expected a sequence at line 1 column 38"],
    [`${HEAD},"labels":[1]}`, "invalid type: integer `1`, expected a string at line 1 column 36"],
    [`${HEAD},"lease":{}}`, "missing field `lease_id` at line 1 column 35"],
    [`${HEAD},"lease":"x"}`, 'invalid type: string "x", expected struct IssueLease at line 1 column 36'],
    [`${HEAD},"dependencies":[{"issue_id":"a"}]}`, "missing field `depends_on_id` at line 1 column 57"],
    [
      `${HEAD},"dependencies":[{"issue_id":"a","depends_on_id":"b","type":"x","dep_type":"y"}]}`,
      "duplicate field `type` at line 1 column 98",
    ],
    [
      `${HEAD},"issue_type":"story","x":1}`,
      "invalid issue_type `story` (expected one of: epic, task) at line 1 column 45",
    ],
    [`${HEAD},"issue_type":"story"}`, "invalid issue_type `story` (expected one of: epic, task) at line 1 column 46"],
    [`${HEAD},"issue_type":5}`, "invalid type: integer `5`, expected a string at line 1 column 39"],
    [`${HEAD},"created_at":"soon"}`, "input contains invalid characters at line 1 column 44"],
    [`${HEAD},"updated_at":"2026-02-01"}`, "premature end of input at line 1 column 50"],
    [
      `${HEAD},"created_at":null}`,
      "invalid type: null, expected an RFC 3339 formatted date and time string at line 1 column 42",
    ],
  ])("%s", (text, problem) => {
    expect(read(text)).toEqual({ ok: false, problem });
  });
});
