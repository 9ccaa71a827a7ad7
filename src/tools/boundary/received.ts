import { clipText, Float, isJsonObject, type Json, type JsonObject, quotedText, shownName } from "#kernel";

const PREVIEW = 24;
/** A preview of characters that are all escaped would grow tenfold. */
const ESCAPED_PREVIEW = 4;
const PLAIN = /^[\w.-]+$/;
const SECRET = /key|token|secret|password|passwd|credential|authorization/i;

/** The fields that were given, with type and size and at most the beginning of each text; what finds no room is counted. */
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
  return `${shown} (${SECRET.test(name) ? sizeText(value) : valueText(value)})`;
}

/** Type and size alone. */
function sizeText(value: Json): string {
  if (typeof value === "string") return `string, ${value.length} chars`;
  if (value === null) return "null";
  if (typeof value === "boolean") return "boolean";
  if (Array.isArray(value)) return `array, ${value.length} items`;
  return isJsonObject(value) ? `object, ${Object.keys(value).length} fields` : "number";
}

function valueText(value: Json): string {
  if (typeof value === "string") return value === "" ? "string, 0 chars" : `${sizeText(value)} ${preview(value)}`;
  if (typeof value === "boolean") return `boolean ${value}`;
  if (typeof value === "number" || typeof value === "bigint") return `number ${value}`;
  return value instanceof Float ? `number ${value.value}` : sizeText(value);
}

/** The beginning of a text, with everything in it that cannot be seen escaped. */
function preview(text: string): string {
  const quoted = quotedText(clipText(text, PREVIEW));
  return quoted.length <= 2 * PREVIEW ? quoted : quotedText(clipText(text, ESCAPED_PREVIEW));
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
