/** An object of a provider whose fields nobody has looked at. */
export type Fields = Readonly<Record<string, unknown>>;

const NO_FIELDS: Fields = {};

/** The fields of an object; none for anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : NO_FIELDS;
}

/** The items of a list; none for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A count; undefined for anything else. */
export function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
