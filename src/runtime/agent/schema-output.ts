import { type Json, NotJsonError, readJsonText, refuseDuplicates, takenJson, type Utf8 } from "#kernel";
import type { SchemaIssue, StandardSchema } from "#ports";
import type { OutputReader, OutputReading } from "../output-reader.ts";
import { AgentError } from "./agent-error.ts";

const FENCED = /^```(?:json)?[ \t]*\n([\s\S]*)\n```$/;

/** Reads the final answer as JSON that fits a schema; what does not fit is one sentence for the model (R03). `keep` is given what the schema made of it. */
export function schemaOutput<Output>(
  schema: StandardSchema<unknown, Output>,
  utf8: Utf8,
  keep: (made: Output) => void,
): OutputReader {
  return async (text): Promise<OutputReading> => {
    const trimmed = text.trim();
    const reading = refuseDuplicates(readJsonText(FENCED.exec(trimmed)?.[1] ?? trimmed, utf8));
    if (!reading.ok)
      return { ok: false, problem: "the final answer is no JSON, and has to be one value and nothing else" };
    const said = JSON.parse(JSON.stringify(reading.value)) as Json;
    const checked = await schema["~standard"].validate(said);
    if (checked.issues !== undefined)
      return {
        ok: false,
        problem: `the final answer does not fit: ${checked.issues.slice(0, 5).map(issueText).join("; ")}`,
      };
    keep(checked.value);
    return { ok: true, output: asJson(checked.value) ?? (JSON.parse(JSON.stringify(reading.value)) as Json) };
  };
}

/** An answer is a row: where a schema makes of it what JSON cannot say, the row has what the model said. */
function asJson(made: unknown): Json | undefined {
  try {
    // A copy: what the caller does with his own changes no row.
    return takenJson(made);
  } catch (stop) {
    if (!(stop instanceof NotJsonError)) throw stop;
    return undefined;
  }
}

/** What the model is told of the form that its answer has to have. */
export function outputGuide(schema: StandardSchema): string {
  const form = formOf(schema);
  const told = form === undefined ? "" : ` that fits this JSON Schema: ${JSON.stringify(form)}`;
  return `\n\nGive your final answer as one JSON value${told}, and nothing else.`;
}

/** What goes into the schema: that is what the model writes, whatever the schema makes of it. */
function formOf(schema: StandardSchema): Readonly<Record<string, unknown>> | undefined {
  try {
    return schema["~standard"].jsonSchema?.input({ target: "draft-2020-12" });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "it threw";
    throw new AgentError("PolicyConfigInvalid", `output: its JSON Schema cannot be told: ${why}`, { cause });
  }
}

function issueText({ message, path = [] }: SchemaIssue): string {
  const place = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
  return place === "" ? message : `${place}: ${message}`;
}
