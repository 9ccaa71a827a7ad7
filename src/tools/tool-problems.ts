import {
  canonicalJson,
  compileSchema,
  type Json,
  parseRepairSchema,
  quotedText,
  schemaFault,
  shownName,
} from "#kernel";
import type { Tool } from "#ports";

const NAME = /^[A-Za-z0-9_.-]{1,128}$/;
/** An hour of work, and what ending it may take. */
const LONGEST_MS = 3_660_000;
const EFFECTS: ReadonlySet<string> = new Set(["read", "write", "shell", "code", "search", "other"]);

/** Everything that makes a tool unusable, each as one sentence; none for a tool that may be advertised (R06). */
export function toolProblems(tool: Tool): readonly string[] {
  return [...nameProblems(tool.name), ...limitProblems(tool), ...schemaProblems(tool)];
}

function nameProblems(name: string): readonly string[] {
  if (name.trim() === "") return ["the name is blank"];
  return NAME.test(name.normalize("NFC"))
    ? []
    : ["the name has other characters than letters, digits, _ . - or too many"];
}

function limitProblems({ timeoutMs, effects }: Tool): readonly string[] {
  const timed = Number.isInteger(timeoutMs) && timeoutMs >= 1 && timeoutMs <= LONGEST_MS;
  const unknown = effects.filter((effect) => !EFFECTS.has(effect));
  return [
    ...(timed ? [] : [`timeoutMs is ${timeoutMs}, expected a whole number from 1 to ${LONGEST_MS}`]),
    ...(effects.length === 0 ? ["effects are empty"] : []),
    ...unknown.map((effect) => `${quotedText(shownName(effect))} is no effect`),
  ];
}

function schemaProblems(tool: Tool): readonly string[] {
  const fault = faultOf(tool.schema);
  if (fault !== undefined) return [`the schema of the arguments cannot be used: ${fault}`];
  const outputFault = tool.outputSchema === undefined ? undefined : faultOf(tool.outputSchema);
  return [
    ...(isForObjects(tool) ? [] : ["the schema of the arguments is not of an object"]),
    ...(outputFault === undefined ? [] : [`the schema of the output cannot be used: ${outputFault}`]),
    ...aliasProblems(tool),
    ...tool.examples.flatMap((example, at) => exampleProblems(tool, example, at)),
  ];
}

function faultOf(schema: Json): string | undefined {
  try {
    canonicalJson(schema);
  } catch (error) {
    return error instanceof Error ? error.message : "it is no JSON";
  }
  return schemaFault(schema);
}

/** Arguments are always an object, so a schema of anything else could never be satisfied. */
function isForObjects({ schema }: Tool): boolean {
  const type = Object.hasOwn(schema, "type") ? schema["type"] : "object";
  return type === "object" || (Array.isArray(type) && type.includes("object"));
}

function aliasProblems({ aliases, schema }: Tool): readonly string[] {
  const pairs = Object.entries(aliases);
  const fields = parseRepairSchema(schema)?.fields;
  if (pairs.length === 0) return [];
  if (fields === undefined) return ["aliases are given, and nothing is repaired under a schema of this form"];
  return pairs.flatMap(([alias, target]) => [
    ...(fields.has(alias) ? [`the alias ${quotedText(alias)} is a declared field`] : []),
    ...(fields.has(target)
      ? []
      : [`the alias ${quotedText(alias)} stands for ${quotedText(target)}, which is not declared`]),
  ]);
}

function exampleProblems(tool: Tool, example: Json, at: number): readonly string[] {
  const [first] = compileSchema(tool.schema)(example);
  if (first !== undefined) return [`example ${at + 1}: ${first.path} ${first.problem}`];
  const checked = tool.checkArgs(example);
  if (checked instanceof Promise) {
    // Building does not wait: a schema that takes its time has been advertised rightly, which is all that is checked then.
    checked.catch(() => undefined);
    return [];
  }
  return checked.issues === undefined ? [] : [`example ${at + 1}: ${checked.issues[0]?.message ?? "does not fit"}`];
}
