import { expect, test } from "vitest";
import { EXECUTION_PATTERNS, type ExecutionPattern, parseExecutionPattern } from "./execution-pattern.ts";

const rows = Object.entries(EXECUTION_PATTERNS);

test("the patterns are the six of 000 §3 (R14)", () => {
  const six = ["single", "chain", "route", "parallel", "orchestrator_workers", "evaluator_optimizer"];
  expect(rows.map(([pattern]) => pattern)).toEqual(six);
  expect(six.map(parseExecutionPattern)).toEqual(six);
});

test("only parallel and orchestrator_workers may branch", () => {
  expect(names(({ branches }) => branches === "allowed")).toEqual(["parallel", "orchestrator_workers"]);
});

test("only orchestrator_workers has to name its children", () => {
  expect(names(({ fanOutChildren }) => fanOutChildren === "required")).toEqual(["orchestrator_workers"]);
});

test("a workflow starts as single or chain (R14)", () => {
  expect(names(({ workflowDefault }) => workflowDefault)).toEqual(["single", "chain"]);
});

test("no other word is a pattern", () => {
  expect(["Single", "single ", "", "constructor", "__proto__"].map(parseExecutionPattern)).toEqual(
    Array(5).fill(undefined),
  );
});

function names(holds: (row: (typeof EXECUTION_PATTERNS)[ExecutionPattern]) => boolean): readonly string[] {
  return rows.filter(([, row]) => holds(row)).map(([pattern]) => pattern);
}
