import { describe, expect, test } from "vitest";
import { type Scan, scanJson } from "./scan.ts";

const NOTHING: Scan = { colons: 0, depth: 0, care: [], digitKey: false, escapedKey: false, loneSurrogate: false };

describe("one pass over JSON text tells what JSON.parse forgets", () => {
  test.each<[string, Partial<Scan>]>([
    ["null", {}],
    ['"[{:1.0\\"\\\\"', {}],
    ['[[],{"a":[{}]},"]"]', { colons: 1, depth: 4 }],
    ['{"a:":":","b" : 1}', { colons: 2, depth: 1 }],
    ['{"10":1}', { colons: 1, depth: 1, digitKey: true }],
    ['{"10" \n:1}', { colons: 1, depth: 1, digitKey: true }],
    ['{"\\u0031":1}', { colons: 1, depth: 1, escapedKey: true }],
    ['{"a\\n" :1}', { colons: 1, depth: 1, escapedKey: true }],
    ['{"a":"\\n","b":"\\"" }', { colons: 2, depth: 1 }],
    ['{"a":"10"}', { colons: 1, depth: 1 }],
    ["[1,-2,0.25,123456789012345,-0]", { depth: 1 }],
    [
      "[1.0,2,1e2,-0.10,1234567890123456]",
      {
        depth: 1,
        care: [
          { ordinal: 0, literal: "1.0" },
          { ordinal: 2, literal: "1e2" },
          { ordinal: 3, literal: "-0.10" },
          { ordinal: 4, literal: "1234567890123456" },
        ],
      },
    ],
    ["1E5", { care: [{ ordinal: 0, literal: "1E5" }] }],
    ['"\\ud83d\\ude00"', {}],
    ['"\\uD83D\\uDE00\\""', {}],
    ['"\\udbff\\udfff\\ud800\\udc00"', {}],
    ['"\\ud83d"', { loneSurrogate: true }],
    ['"\\ude00"', { loneSurrogate: true }],
    ['"\\ud83d\\n"', { loneSurrogate: true }],
    ['"\\ud83d\\ud83d\\ude00"', { loneSurrogate: true }],
    ['"\\\\ud83d"', {}],
    ['["\\n","\\ud83d","a"]', { depth: 1, loneSurrogate: true }],
    ['["\\ud7ff\\ue000"]', { depth: 1 }],
  ])("%s", (text, found) => {
    expect(scanJson(text)).toStrictEqual({ ...NOTHING, ...found });
  });
});
