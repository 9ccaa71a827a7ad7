import { Float, type JsonNumber } from "../json/value.ts";

/** A JSON number as a number to compare. What is no number compares false with everything: it proves nothing. */
export function numeric(value: JsonNumber): number {
  return value instanceof Float ? value.value : Number(value);
}
