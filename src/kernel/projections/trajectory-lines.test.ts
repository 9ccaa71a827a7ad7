import { expect, test } from "vitest";
import { utf8 } from "#platform";
import { lineFaultText, readTrajectoryLines, type TrajectoryLine } from "./trajectory-lines.ts";

const ROW =
  '{"schema":1,"stepKind":"premath.harness.step.v1","stepId":"a","action":"b","resultClass":"ok","finishedAt":"2026-02-01T00:00:00Z"}';

function linesOf(text: string | Uint8Array): readonly string[] {
  const seen: string[] = [];
  const show = (line: TrajectoryLine): void => {
    const said = line.kind === "row" ? line.row.stepId : lineFaultText(line.fault, "t.jsonl", line.number);
    seen.push(`${line.number}@${line.offset}+${line.length} ${said}`);
  };
  readTrajectoryLines(typeof text === "string" ? utf8.encode(text) : text, utf8, { offset: 0, line: 1 }, show);
  return seen;
}

test("rows are read with or without their newline, blank lines are passed over but counted (M04)", () => {
  expect(linesOf(`${ROW}\n \t\u00A0\r\n\n ${ROW}\r\n${ROW}`)).toEqual([
    `1@0+${ROW.length} a`,
    `4@${ROW.length + 1 + 6 + 1}+${ROW.length + 2} a`,
    `5@${2 * ROW.length + 11}+${ROW.length} a`,
  ]);
});

/** A line, and the contract's words for it (2.5, 0.6). */
const FAULTS: readonly (readonly [line: string, problem: string])[] = [
  [ROW.replace("1", "2"), "invalid trajectory row: schema mismatch (expected=1, actual=2) (path=t.jsonl, line=1)"],
  [
    ROW.replace("premath.harness.step.v1", " x "),
    "invalid trajectory row: stepKind mismatch (expected=premath.harness.step.v1, actual= x ) (path=t.jsonl, line=1)",
  ],
  [ROW.replace('"a"', '" "'), "invalid trajectory row: stepId must be non-empty (path=t.jsonl, line=1)"],
  ["{", "failed to parse trajectory row: EOF while parsing an object at line 1 column 1"],
  ["nonsense", "failed to parse trajectory row: expected ident at line 1 column 2"],
  [`  ${ROW} x`, `failed to parse trajectory row: trailing characters at line 1 column ${ROW.length + 2}`],
  ['{"schema":1}', "failed to parse trajectory row: missing field `stepKind` at line 1 column 12"],
  [
    ROW.replace('"schema":1', '"schema":1.0'),
    "failed to parse trajectory row: invalid type: floating point `1.0`, expected u64 at line 1 column 13",
  ],
  [
    ROW.replace('"schema":1', '"schema":1,"schema":1'),
    "failed to parse trajectory row: duplicate field `schema` at line 1 column 20",
  ],
  [
    ROW.replace('"action"', '"witnessRefs":null,"action"'),
    "failed to parse trajectory row: invalid type: null, expected a sequence at line 1 column 80",
  ],
  ["[]", "failed to parse trajectory row: invalid type: sequence, expected an object at line 1 column 0"],
];

test.each(FAULTS)("%s is no row: %s (M04)", (line, problem) => {
  expect(linesOf(line)).toEqual([`1@0+${Buffer.byteLength(line)} ${problem}`]);
});

test("bytes that are no text are a bad line of their own, not the end of the file (M04)", () => {
  const bytes = Buffer.concat([Buffer.from(`${ROW}\n{"a":"`), Buffer.of(0xff), Buffer.from(`"}\n${ROW}\n`)]);
  expect(linesOf(bytes)).toEqual([
    `1@0+${ROW.length} a`,
    `2@${ROW.length + 1}+9 failed to read/write trajectory: stream did not contain valid UTF-8`,
    `3@${ROW.length + 11}+${ROW.length} a`,
  ]);
});
