import type { Field, Shape } from "../json/shape.ts";
import type { Json, JsonObject } from "../json/value.ts";

/** A contract shape as JSON Schema: unknown fields are ignored there, so they are allowed here (contract 0.6). */
export function jsonSchemaOfShape(shape: Shape, free: Readonly<Record<string, JsonObject>> = {}): JsonObject {
  switch (shape.kind) {
    case "string":
    case "word":
      return { type: "string" };
    case "boolean":
      return { type: "boolean" };
    case "integer":
      return { type: "integer", minimum: shape.least, maximum: shape.most };
    case "free":
      return {};
    case "list":
      return { type: "array", items: jsonSchemaOfShape(shape.of, free) };
    case "struct": {
      const properties = Object.fromEntries(
        [...shape.fields].map(([name, field]): [string, Json] => [name, fieldSchema(name, field, free)]),
      );
      return { type: "object", properties, required: shape.required };
    }
    default:
      return shape satisfies never;
  }
}

/** An optional field may be null, which means absent; a free field may have a form of its own. */
function fieldSchema(name: string, field: Field, free: Readonly<Record<string, JsonObject>>): JsonObject {
  const own = field.shape.kind === "free" ? free[name] : undefined;
  const schema = own ?? jsonSchemaOfShape(field.shape, free);
  return field.presence === "optional" ? { anyOf: [schema, { type: "null" }] } : schema;
}
