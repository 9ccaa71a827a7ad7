import { quotedText } from "../json/quoted-text.ts";
import { Float, type Json } from "../json/value.ts";
import { clipText } from "../policy/tool-failure.ts";
import type { FieldTypes, JsonType } from "./repair-schema.ts";

/** Why arguments cannot be used. Names and sizes only: the content of a field is never part of it (T03). */
export type ArgumentProblem =
  | { readonly kind: "not_an_object"; readonly found: string }
  | { readonly kind: "unknown_field"; readonly field: string; readonly found: string }
  | { readonly kind: "missing_field"; readonly field: string }
  | {
      readonly kind: "wrong_type";
      readonly field: string;
      readonly expected: readonly JsonType[];
      readonly found: string;
    }
  | { readonly kind: "two_names"; readonly field: string; readonly names: readonly string[] };

/** How many problems one answer names; a flood of fields is counted, not listed. */
export const PROBLEM_LIMIT = 8;
const NAME_LIMIT = 64;

/** A field's name as a message may show it: models can write a megabyte there too. */
export function shownName(field: string): string {
  return clipText(field, NAME_LIMIT);
}

/** The type and size of a value, never the value. */
export function foundIn(value: Json): string {
  if (typeof value === "string") return `a text of ${value.length} characters`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (value === null) return "null";
  if (typeof value === "boolean") return "a boolean";
  if (typeof value === "number" || typeof value === "bigint" || value instanceof Float) return "a number";
  return `an object of ${Object.keys(value).length} fields`;
}

/** True when the value is of one of the declared types, by JSON Schema's reading: `1.0` is an integer. */
export function fits(value: Json, types: FieldTypes): boolean {
  if (types === "any") return true;
  const type = typeOf(value);
  return types.has(type) || (type === "integer" && types.has("number"));
}

function typeOf(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "bigint") return "integer";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (value instanceof Float) return Number.isInteger(value.value) ? "integer" : "number";
  return "object";
}

/** One short sentence for the model. */
export function argumentProblemText(problem: ArgumentProblem): string {
  switch (problem.kind) {
    case "not_an_object":
      return `the arguments are ${problem.found}, expected an object`;
    case "unknown_field":
      return `${quotedText(problem.field)} is no known field`;
    case "missing_field":
      return `${quotedText(problem.field)} is missing`;
    case "wrong_type":
      return `${quotedText(problem.field)} is ${problem.found}, expected ${problem.expected.join(" or ") || "nothing"}`;
    case "two_names":
      return `${problem.names.map(quotedText).join(" and ")} all mean ${quotedText(problem.field)}: give one`;
    default:
      return problem satisfies never;
  }
}
