import type { JsonObject } from "../../src/kernel/json/value.ts";

export function renamed(value: JsonObject): JsonObject {
  return { ...value, name: "other" };
}
