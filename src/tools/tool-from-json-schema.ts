import { type AliasTable, canonicalJson, compileSchema, type Effect, type Json, type JsonObject } from "#kernel";
import type { SchemaIssue, SchemaResult, Tool, ToolContext } from "#ports";
import { jsonCopy } from "./json-copy.ts";
import { plainNumbers } from "./plain-numbers.ts";
import { plainSchema } from "./plain-schema.ts";
import { DEFAULT_TIMEOUT_MS } from "./tool.ts";

/** A tool that arrives as JSON Schema: from a server, a file, another program. */
export interface JsonSchemaToolOptions {
  readonly name: string;
  readonly description?: string;
  readonly schema: JsonObject;
  readonly outputSchema?: JsonObject | boolean;
  readonly examples?: readonly JsonObject[];
  /** What it does to the world; `other` when nothing is said. */
  readonly effects?: readonly Effect[];
  readonly aliases?: AliasTable;
  readonly timeoutMs?: number;
  /** Absent where calls are only checked. */
  readonly run?: (args: unknown, context: ToolContext) => unknown;
}

/** A tool whose arguments and output are judged by JSON Schema. A schema that cannot be evaluated in full makes its set fail (K04). */
export function toolFromJsonSchema(options: JsonSchemaToolOptions): Tool {
  const { name, run } = options;
  const schema = schemaOf(options.schema);
  const outputSchema = typeof options.outputSchema === "object" ? schemaOf(options.outputSchema) : options.outputSchema;
  return Object.freeze<Tool>({
    name,
    description: options.description ?? "",
    schema,
    outputSchema,
    examples: options.examples ?? [],
    effects: options.effects ?? ["other"],
    aliases: options.aliases ?? {},
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    checkArgs: checkedBy(schema, (args) => args, plainNumbers),
    checkOutput:
      outputSchema === undefined ? (value) => ({ value }) : checkedBy(outputSchema, jsonCopy, (json) => json),
    run: run ?? (() => Promise.reject(new Error(`${name} is here to be checked, not to be run`))),
  });
}

/** The schema in plain words; one that is no JSON stays as it is, for the set to name. */
function schemaOf(schema: JsonObject): JsonObject {
  try {
    canonicalJson(schema);
  } catch {
    // `toolProblems` says what is wrong with it, together with everything else.
    return schema;
  }
  return plainSchema(schema);
}

/** The judgement of a JSON Schema; it is compiled by the first value. */
function checkedBy<Given>(
  schema: Json,
  toJson: (given: Given) => Json,
  answer: (json: Json) => unknown,
): (given: Given) => SchemaResult<unknown> {
  let check: ReturnType<typeof compileSchema> | undefined;
  return (given) => {
    check ??= compileSchema(schema);
    const json = toJson(given);
    const issues = check(json).map(({ path, problem }): SchemaIssue => ({
      message: problem,
      path: path === "" ? [] : [path],
    }));
    return issues.length === 0 ? { value: answer(json) } : { issues };
  };
}
