import { numberText } from "./number.ts";
import { Float, type Json } from "./value.ts";

const SPECIAL = /["\\\u0000-\u001F\uD800-\uDFFF]/;

/** A text as a JSON string; half a surrogate pair becomes U+FFFD, so that everything written can be read. */
export function compactText(text: string): string {
  return SPECIAL.test(text) ? JSON.stringify(text.toWellFormed()) : `"${text}"`;
}

/** Compact JSON with keys in the order they stand: for values that are kept as they came. Numbers as the contract's 0.3. */
export function compactJson(value: Json): string {
  if (typeof value === "string") return compactText(value);
  if (typeof value === "number" || typeof value === "bigint" || value instanceof Float)
    return numberText(value) ?? "null";
  if (value === null || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `[${value.map((item: Json) => compactJson(item)).join(",")}]`;
  return `{${Object.entries(value).map(compactMember).join(",")}}`;
}

/** `"key":value`. */
export function compactMember([key, value]: readonly [string, Json]): string {
  return `${compactText(key)}:${compactJson(value)}`;
}
