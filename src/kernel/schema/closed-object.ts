import type { Json, JsonObject } from "../json/value.ts";

/** An object with these fields and no others. */
export function closed(
  required: Readonly<Record<string, Json>>,
  optional: Readonly<Record<string, Json>> = {},
): JsonObject {
  return {
    type: "object",
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}
