import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";

const JSON_TYPES = ["string", "integer", "number", "boolean", "array", "object", "null"] as const;

/** A type word of JSON Schema. */
export type JsonType = (typeof JSON_TYPES)[number];

/** The types that fit a field, or `any` where the schema says it in a way that repairs do not judge. */
export type FieldTypes = ReadonlySet<JsonType> | "any";

/** The part of a tool's JSON Schema that repairs need. Made by {@link parseRepairSchema}. */
export interface RepairSchema {
  readonly fields: ReadonlyMap<string, FieldTypes>;
  readonly required: readonly string[];
  /** What the schema says of fields that it does not declare. */
  readonly undeclared: "forbidden" | "unsaid" | "welcome";
}

// Each of these can declare, demand or forbid fields out of this reading's sight.
const OUT_OF_SIGHT = [
  "$ref",
  "$dynamicRef",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "dependencies",
  "dependentRequired",
  "dependentSchemas",
  "patternProperties",
  "propertyNames",
  "unevaluatedProperties",
] as const;

/** Reads what repairs need, or answers undefined: arguments of a schema that cannot be read whole are never repaired (T02). */
export function parseRepairSchema(schema: Json): RepairSchema | undefined {
  if (!isJsonObject(schema) || OUT_OF_SIGHT.some((keyword) => Object.hasOwn(schema, keyword))) return undefined;
  const type = own(schema, "type") ?? "object";
  const properties = own(schema, "properties") ?? {};
  const required = parseNames(own(schema, "required") ?? []);
  if (type !== "object" || !isJsonObject(properties) || required === undefined) return undefined;
  const declared = Object.keys(properties).map((name) => [name, fieldTypes(own(properties, name))] as const);
  const demanded = required.map((name) => [name, "any"] as const);
  return { fields: new Map([...demanded, ...declared]), required, undeclared: undeclaredIn(schema) };
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function parseNames(value: Json): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items: readonly Json[] = value;
  const names = items.filter((item) => typeof item === "string");
  return names.length === items.length ? [...new Set(names)] : undefined;
}

function undeclaredIn(schema: JsonObject): RepairSchema["undeclared"] {
  const extra = own(schema, "additionalProperties");
  if (extra === undefined) return "unsaid";
  return extra === false ? "forbidden" : "welcome";
}

function fieldTypes(property: Json | undefined): FieldTypes {
  if (property === false) return new Set();
  const type = isJsonObject(property) ? own(property, "type") : undefined;
  if (type === undefined) return "any";
  const words = Array.isArray(type) ? type : [type];
  const known = JSON_TYPES.filter((word) => words.includes(word));
  // A word that JSON Schema does not know may mean anything.
  return known.length === words.length ? new Set(known) : "any";
}
