import { isJsonObject, type Json, type JsonObject } from "#kernel";

/** The same arguments in objects of their own: whoever changes them changes nothing else. For arguments that have passed the border. */
export function ownCopy(args: JsonObject): JsonObject {
  const copy: Record<string, Json> = { ...args };
  for (const name of Object.keys(copy)) {
    const value = copy[name];
    // The border lets no `__proto__` pass, so that this assigns a field.
    if (typeof value === "object") copy[name] = copyOf(value);
  }
  return copy;
}

function copyOf(value: Json): Json {
  if (Array.isArray(value)) return value.map(copyOf);
  return isJsonObject(value) ? ownCopy(value) : value;
}
