import { clipText, isJsonObject, isPathLike, type Json, type JsonObject, quotedText, shownName } from "#kernel";
import { PREVIEW } from "./without-quotations.ts";

/** Of a text that is no longer than this nothing is shown but its length. */
const SHORT = 8;
/** Paths are names that the model needs back, so they are shown whole up to this. */
const PATH_SHOWN = 80;
/** A preview of characters that are all escaped would grow tenfold. */
const ESCAPED_PREVIEW = 4;
const PLAIN = /^[\w.-]+$/;
const SECRET = /key|token|secret|pass|pw|credential|auth|bearer|cookie|session|private|cert|jwt/i;

/**
 * The fields that were given, with type and size; of a text at most {@link PREVIEW} characters and at most its first half, of a path
 * the whole. What finds no room is counted (T03).
 */
export function receivedText(args: JsonObject, room: number): string {
  const names = Object.keys(args);
  if (names.length === 0) return "no fields";
  let text = "";
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? "";
    const next = `${text === "" ? "" : ", "}${fieldText(name, args[name] ?? null)}`;
    const rest = names.length - at;
    if (text.length + next.length + ROOM_FOR_REST > room)
      return text === "" ? `${rest} fields` : `${text} and ${rest} more`;
    text += next;
  }
  return text;
}

/** The longest way to say that there is more. */
const ROOM_FOR_REST = " and 10000000 more".length;

function fieldText(name: string, value: Json): string {
  const shown = PLAIN.test(name) && name.length <= 64 ? name : quotedText(shownName(name));
  const preview = typeof value === "string" && !SECRET.test(name) ? previewOf(name, value) : "";
  return `${shown} (${sizeText(value)}${preview})`;
}

/** Type and size alone: a number or a boolean has no beginning that could be shown instead of the whole. */
function sizeText(value: Json): string {
  if (typeof value === "string") return `string, ${value.length} chars`;
  if (value === null) return "null";
  if (typeof value === "boolean") return "boolean";
  if (Array.isArray(value)) return `array, ${value.length} items`;
  return isJsonObject(value) ? `object, ${Object.keys(value).length} fields` : "number";
}

/** The beginning of a text, with everything in it that cannot be seen escaped. */
function previewOf(name: string, text: string): string {
  const shown = isPathLike(name) ? PATH_SHOWN : text.length <= SHORT ? 0 : Math.min(PREVIEW, text.length >> 1);
  if (shown === 0 || text === "") return "";
  const quoted = quotedText(clipText(text, shown));
  return ` ${quoted.length <= 2 * shown ? quoted : quotedText(clipText(text, Math.min(shown, ESCAPED_PREVIEW)))}`;
}

/** What can be said of text that is no JSON: its length, and the field names that stand in it. */
export function receivedRaw(text: string): string {
  const names = new Set<string>();
  for (const [, name] of text.slice(0, RAW_SEEN).matchAll(/"([A-Za-z_][\w.-]{0,40})"\s*:/g)) {
    if (name !== undefined) names.add(name);
    if (names.size === RAW_NAMES) break;
  }
  const seen = names.size === 0 ? "" : `, with the names ${[...names].join(", ")}`;
  return `a text of ${text.length} chars${seen}`;
}

const RAW_SEEN = 20_000;
const RAW_NAMES = 6;
