import { isJsonObject, type Json, type JsonObject } from "#kernel";
import type { DescribedTool } from "#ports";

/** A tool as somebody else describes it, or one sentence why there is none to read. */
export type DescribedReading =
  | { readonly ok: true; readonly data: DescribedTool }
  | { readonly ok: false; readonly reason: string };

/** Where descriptions keep the schema of the arguments: OpenAI and BFCL, Anthropic, MCP. */
const SCHEMA_FIELDS = ["parameters", "input_schema", "inputSchema"] as const;
/** Keywords that only a schema has at its top: beside them a field of the names above is none of a description. */
const SCHEMA_KEYWORDS = ["properties", "$ref", "allOf", "anyOf", "oneOf", "$schema"] as const;
/** What messages call a tool that has no name, or one that cannot be said. */
const NAMELESS = "tool";
const NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** Reads a JSON Schema, or the description of a tool that holds one: `parameters`, `input_schema`, `inputSchema`, or OpenAI's `function` around it. */
export function readDescribedTool(value: Json): DescribedReading {
  if (typeof value === "boolean") return described(undefined, value);
  if (Array.isArray(value))
    return { ok: false, reason: `it is a list of ${value.length}, expected one schema or tool` };
  if (!isJsonObject(value)) return { ok: false, reason: "expected a JSON Schema or a tool's description" };
  const inner = value["function"];
  if (value["type"] === "function" && isJsonObject(inner)) return readDescription(inner);
  if (Array.isArray(value["tools"]) && value["type"] === undefined)
    return { ok: false, reason: `it holds a list of ${value["tools"].length} tools, expected one` };
  return readDescription(value);
}

function readDescription(value: JsonObject): DescribedReading {
  if (SCHEMA_KEYWORDS.some((keyword) => Object.hasOwn(value, keyword))) return described(undefined, value);
  const field = SCHEMA_FIELDS.find((name) => Object.hasOwn(value, name));
  if (field !== undefined) return described(value["name"], value[field] ?? null, field);
  // A tool that takes nothing may leave its parameters out.
  if (value["type"] === "function" || (value["type"] === undefined && typeof value["name"] === "string"))
    return described(value["name"], EMPTY);
  return described(undefined, value);
}

const EMPTY: JsonObject = { type: "object", properties: {} };

function described(name: Json | undefined, schema: Json, field?: string): DescribedReading {
  const whole = typeof schema === "boolean" ? (schema ? {} : { not: {} }) : schema;
  if (!isJsonObject(whole)) return { ok: false, reason: `${field ?? "it"} is no JSON Schema: expected an object` };
  const sayable = typeof name === "string" && NAME.test(name);
  return { ok: true, data: { name: sayable ? name : NAMELESS, schema: whole } };
}
