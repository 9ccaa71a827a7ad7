/** A 64-bit float whose value is a whole number: `1.0` is not the integer `1` (contract 0.3). */
export class Float {
  // The private name makes the type nominal: `{ value: 1 }` would be written as an object.
  readonly #value: number;
  constructor(value: number) {
    this.#value = value;
    // An own `value` would be read instead of the kept one.
    Object.freeze(this);
  }
  get value(): number {
    return this.#value;
  }
}

/**
 * A number as the contract's 0.3 keeps it. A safe whole `number` is an integer, any other finite `number` (and `-0`) a float;
 * `bigint` holds integers beyond 2^53, {@link Float} floats that a plain `number` would turn into integers.
 */
export type JsonNumber = number | bigint | Float;

/** An object read from JSON. Only own keys count; `__proto__` is a key like any other. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Everything JSON can say, and nothing else. */
export type Json = null | boolean | string | JsonNumber | readonly Json[] | JsonObject;

/** True for a JSON object: no array, no {@link Float}, not null. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Float);
}
