/** What keeps a value from being a text that a row can hold; undefined where nothing does. */
export function textProblem(value: unknown): string | undefined {
  if (typeof value !== "string") return `is ${foundAs(value)}, expected a text`;
  return value.isWellFormed() ? undefined : "holds half a character (a lone surrogate)";
}

function foundAs(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? "a list" : `${typeof value === "object" ? "an" : "a"} ${typeof value}`;
}
