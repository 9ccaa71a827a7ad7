import { isJsonObject, type Json, type JsonObject, readToolText } from "#kernel";
import { utf8 } from "#platform";
import { modelError } from "../../model-error.ts";
import { type Fields, fieldsOf } from "./fields.ts";

/** One event of a reply, or a whole reply, as it came. */
export interface WireEvent {
  /** The name that the stream gives it. */
  readonly name: string;
  readonly fields: Fields;
  /** What the strict reader makes of it, every number as it was written: for what becomes evidence or goes back. */
  readonly strict: () => JsonObject;
}

/** Reads the text of an event; undefined for what is no JSON object. */
export function wireEvent(name: string, text: string): WireEvent | undefined {
  let value: unknown;
  try {
    // Half a character may end an event and the next one begin with the other half: only the native parser takes that.
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // A stream that is no stream of events is one list of them.
  if (Array.isArray(value)) return { name, fields: { list: value }, strict: () => ({ list: strictValue(text) }) };
  const fields = fieldsOf(value);
  if (typeof value !== "object" || value === null) return undefined;
  return { name, fields, strict: () => objectAt(strictValue(text)) };
}

/** One event out of a list of them. */
export function eventAt({ name, fields, strict }: WireEvent, path: readonly (string | number)[]): WireEvent {
  let at: unknown = fields;
  for (const step of path) at = (at as Record<string | number, unknown> | undefined)?.[step];
  return { name, fields: fieldsOf(at), strict: () => strictAt(strict(), path) };
}

/** The object at a place of what was read strictly; empty where there is none. */
export function strictAt(value: Json, path: readonly (string | number)[]): JsonObject {
  let at: Json | undefined = value;
  for (const step of path)
    at = Array.isArray(at) ? (at as readonly Json[])[Number(step)] : isJsonObject(at) ? at[step] : undefined;
  return objectAt(at);
}

function objectAt(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function strictValue(text: string): Json {
  const reading = readToolText(text, utf8);
  if (reading.ok) return reading.value;
  throw modelError("bad_reply", `a part of the reply cannot be kept: ${reading.problem.reason}`);
}
