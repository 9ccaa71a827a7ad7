import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { JOIN_CHECK_INPUT, type JoinCheckInput, problemText, readStruct, REFERENCE_CLASSES } from "#kernel";
import { utf8 } from "#platform";
import { struct } from "../src/kernel/json/shape.ts";
import { judge } from "./closed-turn.ts";

interface Violation {
  readonly class: string;
  readonly subject: string;
  readonly path: string;
}

interface Vector {
  readonly class: string;
  readonly why: string;
  readonly input: JoinCheckInput;
  readonly violations: readonly Violation[];
}

const TEXT = { presence: "required", shape: { kind: "string" } } as const;
const VIOLATION = struct<Violation>("Violation", { class: TEXT, subject: TEXT, path: TEXT });
const VECTOR = struct<Vector>("Vector", {
  class: TEXT,
  why: TEXT,
  input: { presence: "required", shape: JOIN_CHECK_INPUT },
  violations: { presence: "required", shape: { kind: "list", of: VIOLATION } },
});

const folder = join(import.meta.dirname, "reference");

function readVector(path: string): Vector {
  const reading = readStruct(readFileSync(join(folder, path)), VECTOR, utf8);
  if (!reading.ok) throw new Error(`${path}: ${problemText(reading.problem)}`);
  return reading.value;
}

/** Every finding of every rule, in report order. */
function violationsOf(input: JoinCheckInput): readonly Violation[] {
  return judge(input).checks.flatMap((row) => {
    if (row.outcome !== "tripped") return [];
    return row.findings.map(({ subject, path }) => ({ class: row.class, subject, path }));
  });
}

test("each class of the reference has its two vectors, and no vector is without a class (K10)", () => {
  const expected = REFERENCE_CLASSES.flatMap((name) => [`${name}/holds.json`, `${name}/trips.json`]);
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".json"));
  expect(found.toSorted()).toEqual(expected.toSorted());
});

describe.each(REFERENCE_CLASSES)("%s", (failClass) => {
  test("trips with exactly the violations its vector lists, in report order (K07, K10)", () => {
    const vector = readVector(`${failClass}/trips.json`);
    expect(vector.class).toBe(failClass);
    expect(vector.violations.map((violation) => violation.class)).toContain(failClass);
    expect(violationsOf(vector.input)).toEqual(vector.violations);
  });

  test("is held, not skipped, in the twin that holds, and nothing else trips there", () => {
    const vector = readVector(`${failClass}/holds.json`);
    const report = judge(vector.input);
    expect(vector.class).toBe(failClass);
    expect(vector.violations).toEqual([]);
    expect(report.failureClasses).toEqual([]);
    expect(report.checks.find((row) => row.class === failClass)).toEqual({ class: failClass, outcome: "held" });
  });

  test("has vectors that each say in a sentence what happened", () => {
    const [trips, holds] = [readVector(`${failClass}/trips.json`), readVector(`${failClass}/holds.json`)];
    expect(trips.why).toMatch(/^[A-Z].*\.$/);
    expect(holds.why).toMatch(/^[A-Z].*\.$/);
    expect(holds.why).not.toBe(trips.why);
  });
});
