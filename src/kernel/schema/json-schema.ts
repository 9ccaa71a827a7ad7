import type { Json, JsonObject } from "../json/value.ts";
import type { MapKeys, SchemaNode, ShapedNode } from "./schema.ts";

const DIGEST = { type: "string", pattern: "^sha256:[0-9a-f]{64}$" } as const;

const VALUE_REF: JsonObject = {
  type: "object",
  properties: { $digest: DIGEST },
  required: ["$digest"],
  additionalProperties: false,
};

/** A form as JSON Schema (2020-12), without `$schema` and `$id`: those belong to the kind. */
export function jsonSchemaOf(node: SchemaNode): JsonObject {
  switch (node.kind) {
    case "free":
      return {};
    case "text":
      return { type: "string" };
    case "digest":
      return DIGEST;
    case "truth":
      return { type: "boolean" };
    case "count":
      return { type: "integer", minimum: node.least ?? 0, maximum: Number.MAX_SAFE_INTEGER };
    case "shaped":
      return shapeSchema(node);
    case "number":
      return { type: "number" };
    case "words":
      return { enum: [...node.words] };
    case "constant":
      return { const: node.value };
    case "list":
      return { type: "array", items: jsonSchemaOf(node.of) };
    case "map":
      return { type: "object", additionalProperties: jsonSchemaOf(node.of), ...keysSchema(node.keys) };
    case "referable":
      return { anyOf: [jsonSchemaOf(node.of), VALUE_REF] };
    case "nullable":
      return { anyOf: [jsonSchemaOf(node.of), { type: "null" }] };
    case "variants":
    case "keyed":
      return { oneOf: [...node.of.values()].map(jsonSchemaOf) };
    case "record":
      return recordSchema(node);
    default:
      return node satisfies never;
  }
}

function shapeSchema({ pattern }: ShapedNode): JsonObject {
  return { type: "string", pattern: pattern.source };
}

function keysSchema(keys: MapKeys): JsonObject {
  if (keys === "text") return {};
  return { propertyNames: keys === "digest" ? DIGEST : shapeSchema(keys) };
}

function recordSchema({ fields, required }: Extract<SchemaNode, { kind: "record" }>): JsonObject {
  const properties = Object.fromEntries(
    [...fields].map(([name, field]): [string, Json] => [name, jsonSchemaOf(field.node)]),
  );
  return { type: "object", properties, required, additionalProperties: false };
}
