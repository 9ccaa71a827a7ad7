import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { type LedgerReading, readFeatureLedger, writeFeatureLedger } from "./feature-ledger.ts";

const KIND = '"ledgerKind":"premath.harness.feature_ledger.v1"';

function read(text: string): LedgerReading {
  return readFeatureLedger(utf8.encode(text), utf8, "f.json");
}

describe("what a feature ledger says (M05)", () => {
  test("rows stay in their order and as they are; null, empty lists and members of others are gone", () => {
    const text = `{"features":[{"updatedAt":"u","status":"weird","featureId":" b ","issueId":null,"summary":"s","x":1},
      {"featureId":"a","status":"pending","updatedAt":"","instructionRefs":["i"],"verificationRefs":[]}],
      "updatedAt":"t","sessionRef":"r","y":{},${KIND},"schema":1}`;
    const reading = read(text);
    expect(reading).toStrictEqual({
      ok: true,
      ledger: {
        schema: 1,
        ledgerKind: "premath.harness.feature_ledger.v1",
        sessionRef: "r",
        updatedAt: "t",
        features: [
          { featureId: " b ", status: "weird", summary: "s", updatedAt: "u" },
          { featureId: "a", status: "pending", instructionRefs: ["i"], updatedAt: "" },
        ],
      },
    });
    expect(reading.ok && writeFeatureLedger(reading.ledger)).toBe(`{
  "schema": 1,
  "ledgerKind": "premath.harness.feature_ledger.v1",
  "sessionRef": "r",
  "updatedAt": "t",
  "features": [
    {
      "featureId": " b ",
      "status": "weird",
      "summary": "s",
      "updatedAt": "u"
    },
    {
      "featureId": "a",
      "status": "pending",
      "instructionRefs": [
        "i"
      ],
      "updatedAt": ""
    }
  ]
}
`);
  });

  test("without features it is empty, and its file says so", () => {
    const reading = read(`{"schema":1,${KIND},"updatedAt":"t"}`);
    expect(reading.ok && writeFeatureLedger(reading.ledger)).toContain('"features": []\n}\n');
  });
});

describe("what is no feature ledger is told in the contract's words (M05, contract 2.4)", () => {
  test.each<[string, string, string]>([
    ["nothing", "", "unable to parse f.json: EOF while parsing a value at line 1 column 0"],
    ["a torn file", "{", "unable to parse f.json: EOF while parsing an object at line 1 column 1"],
    ["no kind", '{"schema":1}', "unable to parse f.json: missing field `ledgerKind` at line 1 column 12"],
    [
      "a row without a status",
      `{"schema":1,${KIND},"updatedAt":"t","features":[{"featureId":"a","updatedAt":"u"}]}`,
      "unable to parse f.json: missing field `status` at line 1 column 122",
    ],
    [
      "a row that is a list",
      '{"features":[["a","pending","u"]]}',
      "unable to parse f.json: invalid type: sequence, expected an object at line 1 column 13",
    ],
    [
      "a row that is a text",
      '{"features":["a"]}',
      'unable to parse f.json: invalid type: string "a", expected struct HarnessFeatureRow at line 1 column 16',
    ],
    [
      "null for rows",
      '{"features":null}',
      "unable to parse f.json: invalid type: null, expected a sequence at line 1 column 16",
    ],
    [
      "a key twice in a row",
      '{"features":[{"status":"pending","status":"pending"}]}',
      "unable to parse f.json: duplicate field `status` at line 1 column 41",
    ],
    ["another schema", `{"schema":3,${KIND},"updatedAt":"t"}`, "invalid schema 3 (expected 1)"],
    [
      "another kind",
      '{"schema":1,"ledgerKind":"zz","updatedAt":"t"}',
      "invalid ledger kind zz (expected premath.harness.feature_ledger.v1)",
    ],
  ])("%s", (_, text, reason) => {
    expect(read(text)).toStrictEqual({ ok: false, reason });
  });
});
