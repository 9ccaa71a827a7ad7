import { NotJsonError } from "../digest/canonical.ts";
import { frozenText } from "../json/frozen.ts";
import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import type { ReplyProblemKind } from "./reply-problem.ts";

/** One part of what a model said. What a model adapter gives has this form or is refused. */
export type RepliedBlock =
  | { readonly kind: "text"; readonly text: string; readonly carry?: JsonObject }
  | { readonly kind: "thinking"; readonly text: string; readonly carry?: JsonObject }
  | {
      readonly kind: "tool_call";
      readonly providerCallId: string;
      readonly tool: string;
      readonly argumentsText: string;
      readonly carry?: JsonObject;
    }
  | { readonly kind: "provider_executed"; readonly carry: JsonObject };

/** An object whose fields nobody has looked at. */
export type Fields = Readonly<Record<string, unknown>>;

/** Where problems go. */
export type Note = (kind: ReplyProblemKind, where: string, what?: string) => undefined;

/** A place in a reply, and where its problems go. */
export interface Site {
  /** Which block; undefined at the top. */
  readonly block: number | undefined;
  readonly note: Note;
}

/** The name of a place, worked out only where a problem is told. */
function placeOf({ block }: Site, field?: string): string {
  if (block === undefined) return field ?? "";
  return field === undefined ? `blocks[${block}]` : `blocks[${block}].${field}`;
}

/** The fields of an object; undefined for a list and for anything that has none. */
export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** The type of a value, never the value. */
export function foundAs(value: unknown): string {
  if (value === undefined) return "absent";
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `of type ${typeof value}`;
}

/** A copy of one block with the fields that its kind has; undefined and noted when it is none. */
export function readBlock(value: unknown, site: Site): RepliedBlock | undefined {
  const fields = fieldsOf(value);
  const { note } = site;
  if (fields === undefined)
    return note("wrong_shape", placeOf(site), `the block is ${foundAs(value)}, expected an object`);
  const kind = fields["kind"];
  if (typeof kind === "string" && Object.hasOwn(READERS, kind))
    return READERS[kind as RepliedBlock["kind"]](fields, site);
  return note("unknown_block", placeOf(site, "kind"));
}

type Reader = (fields: Fields, site: Site) => RepliedBlock | undefined;

const READERS: Readonly<Record<RepliedBlock["kind"], Reader>> = {
  text: (fields, site) => saidBlock("text", fields, site),
  thinking: (fields, site) => saidBlock("thinking", fields, site),
  tool_call(fields, site) {
    const argumentsText = textField(fields, "argumentsText", site);
    const providerCallId = textField(fields, "providerCallId", site);
    const tool = textField(fields, "tool", site);
    if (tool?.trim() === "") site.note("empty_tool_name", placeOf(site, "tool"));
    const { carry: given } = fields;
    const carry = given === undefined ? undefined : readCarry(given, site);
    if (argumentsText === undefined || providerCallId === undefined || tool === undefined) return undefined;
    if (carry === undefined)
      return given === undefined ? { kind: "tool_call", providerCallId, tool, argumentsText } : undefined;
    return { kind: "tool_call", providerCallId, tool, argumentsText, carry };
  },
  provider_executed(fields, site) {
    const carry = readCarry(fields["carry"], site);
    return carry === undefined ? undefined : { kind: "provider_executed", carry };
  },
};

function saidBlock(kind: "text" | "thinking", fields: Fields, site: Site): RepliedBlock | undefined {
  const text = textField(fields, "text", site);
  const { carry: given } = fields;
  if (given === undefined) return text === undefined ? undefined : { kind, text };
  const carry = readCarry(given, site);
  return text === undefined || carry === undefined ? undefined : { kind, text, carry };
}

/** A text that has a digest; undefined and noted for anything else. */
export function textField(fields: Fields, name: string, site: Site): string | undefined {
  const value = fields[name];
  if (typeof value === "string" && value.isWellFormed()) return value;
  const path = placeOf(site, name);
  if (typeof value === "string") return site.note("lone_surrogate", path);
  return site.note("wrong_shape", path, `${name} is ${foundAs(value)}, expected a text`);
}

/** What goes back to the provider unchanged: a copy, so that it is what was digested. */
function readCarry(value: unknown, site: Site): JsonObject | undefined {
  const { note } = site;
  const path = placeOf(site, "carry");
  if (fieldsOf(value) === undefined) return note("wrong_shape", path, `carry is ${foundAs(value)}, expected an object`);
  try {
    const { copy } = frozenText(value as Json);
    return isJsonObject(copy) ? copy : note("not_json", path);
  } catch (stop) {
    // Somebody else's value: that JSON cannot say it is the answer.
    if (!(stop instanceof NotJsonError)) throw stop;
    return note("not_json", path);
  }
}
