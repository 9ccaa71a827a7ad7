import type { Json, JsonObject } from "../json/value.ts";
import type { SchemaNode } from "./schema.ts";

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
      return { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
    case "number":
      return { type: "number" };
    case "words":
      return { enum: [...node.words] };
    case "constant":
      return { const: node.value };
    case "list":
      return { type: "array", items: jsonSchemaOf(node.of) };
    case "map": {
      const keys: JsonObject = node.keys === "digest" ? { propertyNames: DIGEST } : {};
      return { type: "object", additionalProperties: jsonSchemaOf(node.of), ...keys };
    }
    case "referable":
      return { anyOf: [jsonSchemaOf(node.of), VALUE_REF] };
    case "nullable":
      return { anyOf: [jsonSchemaOf(node.of), { type: "null" }] };
    case "variants":
      return { oneOf: [...node.of.values()].map(jsonSchemaOf) };
    case "record":
      return recordSchema(node);
    default:
      return node satisfies never;
  }
}

function recordSchema({ fields, required }: Extract<SchemaNode, { kind: "record" }>): JsonObject {
  const properties = Object.fromEntries(
    [...fields].map(([name, field]): [string, Json] => [name, jsonSchemaOf(field.node)]),
  );
  return { type: "object", properties, required, additionalProperties: false };
}
