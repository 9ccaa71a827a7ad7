import { isJsonObject, type JsonObject } from "#kernel";
import type { StandardSchema } from "#ports";
import { jsonCopy } from "./json-copy.ts";

const SCHEMA_DEPTH = 256;

/** Which side of a schema is exported: what it takes, or what it makes of it. */
export type SchemaSide = "input" | "output";

const REMEDIES: Readonly<Record<SchemaSide, string>> = { input: "give `schema`", output: "give `outputSchema`" };

/** The JSON Schema (draft 2020-12) of one side of a schema, without its `$schema`. Throws an Error that says what to give instead. */
export function exportJsonSchema(schema: StandardSchema, side: SchemaSide): JsonObject {
  const { vendor, jsonSchema } = schema["~standard"];
  const remedy = REMEDIES[side];
  if (jsonSchema === undefined) throw new Error(`the schema (${vendor}) does not export JSON Schema: ${remedy}`);
  const exported = jsonCopy(
    exportedBy(() => jsonSchema[side]({ target: "draft-2020-12" }), remedy),
    SCHEMA_DEPTH,
  );
  if (!isJsonObject(exported)) throw new Error(`the schema (${vendor}) exports no object: ${remedy}`);
  const { $schema: _, ...rest } = exported;
  return rest;
}

function exportedBy(exporting: () => unknown, remedy: string): unknown {
  try {
    return exporting();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "it threw";
    throw new Error(`the schema cannot be exported as JSON Schema (${why}): ${remedy}`, { cause });
  }
}
