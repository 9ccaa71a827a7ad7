import { isJsonObject, type Json } from "../json/value.ts";
import { isList } from "./json-schema-node.ts";

/** A schema and the document its references start from. */
export interface Placed {
  readonly schema: Json;
  readonly root: Json;
}

/** What `#` or `#/a/b` means in a document; undefined for any other reference and for one that leads nowhere. */
export function followPointer(root: Json, ref: string): Placed | undefined {
  const pointer = ref.startsWith("#") ? percentDecoded(ref.slice(1)) : undefined;
  if (pointer === undefined || (pointer !== "" && !pointer.startsWith("/"))) return undefined;
  let at: Placed = { schema: root, root };
  for (const token of pointer.split("/").slice(1)) {
    const schema = memberOf(at.schema, token.replaceAll("~1", "/").replaceAll("~0", "~"));
    if (schema === undefined) return undefined;
    at = { schema, root: rootOf(schema, at.root) };
  }
  return at;
}

/** The document references in this schema start from: a schema with an `$id` of its own is one. */
export function rootOf(schema: Json, around: Json): Json {
  if (!isJsonObject(schema) || !Object.hasOwn(schema, "$id")) return around;
  const id = schema["$id"];
  return typeof id === "string" && !id.startsWith("#") ? schema : around;
}

function memberOf(value: Json, token: string): Json | undefined {
  if (isList(value)) return /^(?:0|[1-9]\d{0,9})$/.test(token) ? value[Number(token)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // The language has no other way to ask whether an escape is one.
    return undefined;
  }
}
