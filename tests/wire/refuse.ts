import type { Json, JsonObject } from "#kernel";

/** What a provider says instead of a reply. */
export class WireRefusal extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Refuses a request as a provider does, with its status. */
export function refuse(message: string, status = 400): never {
  throw new WireRefusal(message, status);
}

/** An object at a place in a request. */
export function objectAt(value: unknown, at: string): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) refuse(`${at}: Input should be an object`);
  return value as JsonObject;
}

/** A list at a place in a request; an absent one is empty. */
export function listAt(value: unknown, at: string): readonly Json[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) refuse(`${at}: Input should be a list`);
  return value as readonly Json[];
}

/** Text at a place in a request. */
export function textAt(value: unknown, at: string): string {
  if (typeof value !== "string") refuse(`${at}: Input should be a string`);
  return value;
}

/** Text that holds something: several providers refuse empty text. */
export function wordsAt(value: unknown, at: string): string {
  const text = textAt(value, at);
  if (text.trim() === "") refuse(`${at}: text content blocks must contain non-whitespace text`);
  return text;
}

/** How many tokens a reply may have: always said by us, though not every provider asks for it. */
export function tokensAt(value: unknown, at: string): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 1) refuse(`${at}: Field required`);
  return value;
}

/** A word of a closed list. */
export function wordAt<Word extends string>(value: unknown, words: readonly Word[], at: string): Word {
  const word = words.find((each) => each === value);
  return word ?? refuse(`${at}: Input should be ${words.join(" or ")}, not ${JSON.stringify(value)}`);
}

/** A value for the provider's sentence. */
export function shown(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
