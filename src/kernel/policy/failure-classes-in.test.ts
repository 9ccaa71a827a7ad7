import { expect, test } from "vitest";
import { utf8 } from "#platform";
import { failureClassesIn } from "./failure-classes-in.ts";
import { witnessFailureClasses } from "./witness-failure-classes.ts";

function printed(stderr: string, stdout = ""): readonly string[] {
  return failureClassesIn({ stderr, stdout }, utf8);
}

test("every lower-case word with underscores before a colon is a class, standard error first (contract 3.3)", () => {
  const stderr = "error: flaky_io: disk\n  [gate_timeout:30s] governance.eval_gate_unmet: no\nflaky_io: again\n";
  expect(printed(stderr, "network_timeout: x\ngate_timeout: y")).toEqual([
    "flaky_io",
    "gate_timeout",
    "eval_gate_unmet",
    "network_timeout",
  ]);
});

test.each<[string, readonly string[]]>([
  ["", []],
  ["error: no class here", []],
  ["FLAKY_IO: upper case", []],
  ["Flaky_io: a capital in front", ["laky_io"]],
  ["flaky_io no colon", []],
  ["flaky_io :", []],
  ["_flaky_io:", ["flaky_io"]],
  ["a__flaky_io:", ["flaky_io"]],
  ["flaky__io:", []],
  ["flaky_io_:", []],
  ["1_2:", ["1_2"]],
  ["a_b:c_d:e", ["a_b", "c_d"]],
  ["é_io:", []],
  [":", []],
])("%j names %j", (text, classes) => {
  expect(printed(text)).toEqual(classes);
});

test("an output that is one JSON object is also read by its members, in the contract's order", () => {
  const report = {
    semanticFailureClasses: ["check_failed", 4],
    failureClasses: [" governance.eval_gate_unmet ", ""],
    operationalFailureClasses: "no list",
    reasonClass: "b.reason",
    failureClass: "a.failure",
    message: "flaky_io: and its words count too",
  };
  expect(printed("", JSON.stringify(report))).toEqual([
    "a.failure",
    "b.reason",
    "governance.eval_gate_unmet",
    "check_failed",
    "flaky_io",
  ]);
  expect(printed(`${JSON.stringify(report)} and more`)).toEqual(["flaky_io"]);
  expect(printed(JSON.stringify([report]))).toEqual(["flaky_io"]);
});

test("a megabyte without an end of word is read at once", () => {
  const long = "a".repeat(1_000_000);
  expect(printed(`${long}\n${"a_".repeat(500_000)}:\n${long}:flaky_io:`)).toEqual(["flaky_io"]);
});

test("a witness has no class only when it says accepted (M10, contract 3.3)", () => {
  const classes = (text: string): readonly string[] => witnessFailureClasses({ kind: "text", text }, utf8);
  expect(witnessFailureClasses({ kind: "missing" }, utf8)).toEqual(["pipeline_missing_witness"]);
  expect(witnessFailureClasses({ kind: "unreadable" }, utf8)).toEqual(["pipeline_witness_io_error"]);
  expect(classes("{")).toEqual(["pipeline_invalid_witness_json"]);
  expect(classes("[]")).toEqual(["pipeline_invalid_witness_shape"]);
  expect(classes("{}")).toEqual(["pipeline_missing_failure_class"]);
  expect(classes('{"verdictClass":"rejected"}')).toEqual(["pipeline_missing_failure_class"]);
  expect(classes('{"verdictClass":"accepted"}')).toEqual([]);
  expect(classes('{"failureClass":"a_b","verdictClass":"accepted"}')).toEqual([]);
  expect(
    classes('{"verdictClass":"accepted","semanticFailureClasses":["b","a"],"failureClasses":["b"," c "]}'),
  ).toEqual(["a", "b", "c"]);
});
