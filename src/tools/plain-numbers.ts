import { Float, isJsonObject, type Json } from "#kernel";

/** The value with every number as a plain one, which is what schemas and tools work with; the value itself where it is so already. */
export function plainNumbers(value: Json): unknown {
  return holdsForm(value) ? plain(value) : value;
}

/** Whether a number in it is kept in its written form. */
function holdsForm(value: Json): boolean {
  if (typeof value !== "object") return typeof value === "bigint";
  if (value === null) return false;
  if (value instanceof Float) return true;
  if (!isJsonObject(value)) return value.some(holdsForm);
  for (const key of Object.keys(value)) if (holdsForm(value[key] ?? null)) return true;
  return false;
}

function plain(value: Json): unknown {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Float) return value.value;
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, plain(entry)]));
}
