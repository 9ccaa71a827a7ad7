import { sortedByCodePoint } from "../digest/order.ts";
import { readJsonText } from "../json/read.ts";
import type { Utf8 } from "../json/utf8.ts";
import { isJsonObject, type Json } from "../json/value.ts";
import { listedClasses } from "./failure-classes-in.ts";
import { MISSING_FAILURE_CLASS } from "./retry.ts";

/** What became of reading a witness file. */
export type WitnessFile =
  | { readonly kind: "missing" | "unreadable" }
  | { readonly kind: "text"; readonly text: string };

/** The failure classes a witness file stands for, sorted (contract 3.3). Only a witness that says `accepted` has none (M10). */
export function witnessFailureClasses(file: WitnessFile, utf8: Utf8): readonly string[] {
  switch (file.kind) {
    case "missing":
      return ["pipeline_missing_witness"];
    case "unreadable":
      return ["pipeline_witness_io_error"];
    case "text": {
      const reading = readJsonText(file.text, utf8);
      return reading.ok ? classesOf(reading.value) : ["pipeline_invalid_witness_json"];
    }
    default:
      return file satisfies never;
  }
}

function classesOf(witness: Json): readonly string[] {
  if (!isJsonObject(witness)) return ["pipeline_invalid_witness_shape"];
  const classes = sortedByCodePoint([...new Set(listedClasses(witness))]);
  if (classes.length > 0) return classes;
  return Object.hasOwn(witness, "verdictClass") && witness["verdictClass"] === "accepted"
    ? []
    : [MISSING_FAILURE_CLASS];
}
