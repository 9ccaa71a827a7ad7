import { utf8 } from "#platform";
import { describe, expect, test } from "vitest";
import { closedFile } from "../../../conformance/altered-turn.ts";
import { problemText } from "../json/problem.ts";
import { readTurn } from "./read-turn.ts";

const FILE = JSON.stringify(closedFile());

/** The reason why a text is no turn; undefined when it is one. */
function reasonAgainst(text: string): string | undefined {
  const reading = readTurn(utf8.encode(text), utf8);
  return reading.ok ? undefined : problemText(reading.problem);
}

/** Puts a second member before the first one of the same name, once. */
function twice(name: string, value: string): string {
  const key = `${JSON.stringify(name)}:`;
  const at = FILE.indexOf(key);
  if (at < 0) throw new Error(`there is no ${name}`);
  return `${FILE.slice(0, at)}${key}${value},${FILE.slice(at)}`;
}

describe("readTurn", () => {
  test("reads a file with evidence.tusk as it stands", () => {
    const reading = readTurn(utf8.encode(FILE), utf8);
    expect(reading.ok && reading.value).toEqual(closedFile());
  });

  test.each<[string, string, string]>([
    ["in a payload", "replaced", "2"],
    ["in arguments", "old_string", '"other"'],
    ["in a schema among the values", "additionalProperties", "true"],
    ["in the mutation policy", "close", '"never"'],
    ["in a control profile", "review", '"nobody"'],
    ["in a row of evidence.tusk", "providerCallId", '"toolu_99"'],
  ])(
    "a key given twice %s is unusable where evidence.tusk is there: two readers could judge two turns",
    (_where, name, value) => {
      expect(reasonAgainst(twice(name, value))).toContain(name);
    },
  );

  test.each([
    ["is absent", ""],
    ["is null", ',"tusk":null'],
  ])("the last of two keys in a free value counts, as the contract says, where evidence.tusk %s", (_how, tusk) => {
    const { tusk: _tusk, ...wire } = closedFile().evidence;
    const text = JSON.stringify(wire).replace('"replaced":1', '"replaced":2,"replaced":1');
    expect(text).toContain('"replaced":2');
    const reading = readTurn(utf8.encode(`{"evidence":${text.slice(0, -1)}${tusk}}}`), utf8);
    expect(reading.ok && reading.value.evidence.toolResults?.[1]?.payload).toEqual({ replaced: 1 });
  });
});
