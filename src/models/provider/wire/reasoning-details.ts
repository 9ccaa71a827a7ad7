import { isJsonObject, type Json, type JsonObject } from "#kernel";

/** Fields of a detail that come in pieces; the others are the same in every piece. */
const GROWING: ReadonlySet<string> = new Set(["text", "summary", "data"]);

/** Details that come in pieces as one list: pieces of the same type and index are one detail, its texts put together. */
export function mergeDetails(before: Json | undefined, more: Json | undefined): readonly Json[] {
  const merged = [...listOf(before)];
  for (const piece of listOf(more)) {
    if (!isJsonObject(piece)) continue;
    const at = merged.findIndex((known) => isJsonObject(known) && isSame(known, piece));
    const known = merged[at];
    if (isJsonObject(known)) merged[at] = joined(known, piece);
    else merged.push(piece);
  }
  return merged;
}

function isSame(known: JsonObject, piece: JsonObject): boolean {
  return known["index"] !== undefined && known["index"] === piece["index"] && known["type"] === piece["type"];
}

function joined(known: JsonObject, piece: JsonObject): JsonObject {
  const fields: Record<string, Json> = { ...known };
  for (const [name, value] of Object.entries(piece)) {
    const before = fields[name];
    if (GROWING.has(name) && typeof before === "string" && typeof value === "string") fields[name] = before + value;
    else if (value !== null) fields[name] = value;
  }
  return fields;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
