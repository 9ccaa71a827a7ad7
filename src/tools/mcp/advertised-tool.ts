import {
  canonicalJson,
  compileSchema,
  type Digest,
  digestJson,
  isJsonObject,
  type Json,
  type JsonObject,
  schemaFault,
} from "#kernel";
import { sha256 } from "#platform";
import { plainSchema } from "../plain-schema.ts";
import { harmlessClip } from "./harmless-text.ts";
import type { ListedTool } from "./listed-tool.ts";
import { MCP_LIMITS } from "./mcp-limits.ts";

/** A tool of a server as the model is told of it. */
export interface AdvertisedTool {
  /** The server's own name for it. */
  readonly remote: string;
  readonly description: string;
  readonly schema: JsonObject;
  /** What the server promises of its structured answers; undefined where that is nothing we can judge by. */
  readonly outputSchema: JsonObject | undefined;
  readonly examples: readonly JsonObject[];
  /** Of all that is told of it and promised by it: another one is another tool. */
  readonly digest: Digest;
}

/** A tool that may be told of, or in one clause why not. */
export type Advertising =
  | { readonly ok: true; readonly tool: AdvertisedTool }
  | { readonly ok: false; readonly problem: string };

/** What a server lists, as the model may be told: bounded, and with nothing in its texts that acts or hides. */
export function advertise({ name, fields }: ListedTool): Advertising {
  const { inputSchema, outputSchema: promised, annotations, description: said, title } = fields;
  if (!isJsonObject(inputSchema ?? null)) return { ok: false, problem: "it has no schema of its arguments" };
  if (sizeOf(inputSchema ?? null) > MCP_LIMITS.schemaBytes)
    return { ok: false, problem: `its schema has more than ${MCP_LIMITS.schemaBytes} bytes` };
  const schema = harmlessSchema(inputSchema as JsonObject) as JsonObject;
  const text = [said, title].find((given) => typeof given === "string");
  const description = typeof text === "string" ? harmlessClip(text, MCP_LIMITS.description) : "";
  const digest = digestJson(sha256, {
    name,
    description,
    schema,
    outputSchema: promised ?? null,
    annotations: annotations ?? null,
  });
  const outputSchema = usableSchema(promised);
  return {
    ok: true,
    tool: { remote: name, description, schema, outputSchema, examples: examplesIn(schema), digest },
  };
}

function sizeOf(value: Json): number {
  return Buffer.byteLength(canonicalJson(value));
}

const TEXTS: ReadonlySet<string> = new Set(["description", "title", "$comment"]);
/** What stands below these is data, which is not ours to change. */
const DATA: ReadonlySet<string> = new Set(["enum", "const", "default", "examples", "pattern"]);

function harmlessSchema(value: Json): Json {
  if (Array.isArray(value)) return value.map(harmlessSchema);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      if (typeof entry === "string") return [key, TEXTS.has(key) ? harmlessClip(entry, MCP_LIMITS.description) : entry];
      return [key, DATA.has(key) ? entry : harmlessSchema(entry)];
    }),
  );
}

/** A schema that we can judge by as a whole; a promise that nobody can judge is none. */
function usableSchema(promised: Json | undefined): JsonObject | undefined {
  if (promised === undefined || !isJsonObject(promised) || sizeOf(promised) > MCP_LIMITS.schemaBytes) return undefined;
  const schema = plainSchema(promised);
  return schemaFault(schema) === undefined ? schema : undefined;
}

/** The examples that a schema itself holds, as far as they fit it. */
function examplesIn(schema: JsonObject): readonly JsonObject[] {
  const { examples } = schema;
  const plain = plainSchema(schema);
  if (!Array.isArray(examples) || schemaFault(plain) !== undefined) return [];
  const fits = compileSchema(plain);
  return examples
    .filter(isJsonObject)
    .filter((example) => fits(example).length === 0)
    .slice(0, MCP_LIMITS.examples);
}
