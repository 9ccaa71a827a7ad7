import { type AliasTable, type Effect, isJsonObject, type Json, type JsonObject } from "#kernel";
import type { StandardSchema, Tool, ToolContext } from "#ports";
import { exportJsonSchema } from "./export-json-schema.ts";
import { jsonCopy } from "./json-copy.ts";
import { plainNumbers } from "./plain-numbers.ts";
import { plainSchema } from "./plain-schema.ts";
import { schemaJudge } from "./schema-judge.ts";

/** What a value has to be before its schema checks it. */
type InputOf<S extends StandardSchema> = NonNullable<S["~standard"]["types"]>["input"];
/** What a value is after its schema has checked it. */
type OutputOf<S extends StandardSchema> = NonNullable<S["~standard"]["types"]>["output"];

/** How long a tool may run that does not say otherwise. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** A tool as it is written down. */
export interface ToolOptions<Args extends StandardSchema, Output extends StandardSchema> {
  readonly name: string;
  /** What the model is told of it. */
  readonly description: string;
  readonly args: Args;
  readonly output: Output;
  /** Arguments that fit, for the model to learn from; checked when the set is built. */
  readonly examples?: readonly InputOf<Args>[];
  /** What it does to the world; `other` when nothing is said. */
  readonly effects?: readonly Effect[];
  /** Names that models give for declared fields, beyond the kernel's table. */
  readonly aliases?: AliasTable;
  readonly timeoutMs?: number;
  /** The JSON Schema of the arguments, for a schema that does not export its own. */
  readonly schema?: JsonObject;
  /** The JSON Schema of the output, for a schema that does not export its own. */
  readonly outputSchema?: Json;
  readonly run: (args: OutputOf<Args>, context: ToolContext) => InputOf<Output> | Promise<InputOf<Output>>;
}

/** A tool whose arguments are what its schema makes of them, and whose output is checked before anyone sees it (R06). */
export function tool<const Args extends StandardSchema, const Output extends StandardSchema>(
  options: ToolOptions<Args, Output>,
): Tool {
  const { name, description, args, output, run } = options;
  const judgeArgs = schemaJudge(args);
  const judgeOutput = schemaJudge(output);
  return Object.freeze<Tool>({
    name,
    description,
    schema: plainSchema(options.schema ?? naming(name, () => exportJsonSchema(args, "input"))),
    outputSchema: options.outputSchema ?? plainSchema(naming(name, () => exportJsonSchema(output, "output"))),
    examples: (options.examples ?? []).map((example) => naming(name, () => exampleOf(example))),
    effects: options.effects ?? ["other"],
    aliases: options.aliases ?? {},
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    checkArgs: (given) => judgeArgs(plainNumbers(given)),
    checkOutput: (given) => judgeOutput(given),
    // What `checkArgs` answered: nothing else makes a prepared call.
    run: (given, context) => run(given, context),
  });
}

function exampleOf(example: unknown): JsonObject {
  const copy = jsonCopy(example);
  if (!isJsonObject(copy)) throw new Error("an example of arguments is no object");
  return copy;
}

/** What `making` makes; what it throws is told with the tool's name. */
function naming<T>(name: string, making: () => T): T {
  try {
    return making();
  } catch (cause) {
    throw new Error(`tool ${JSON.stringify(name)}: ${cause instanceof Error ? cause.message : "it threw"}`, { cause });
  }
}
