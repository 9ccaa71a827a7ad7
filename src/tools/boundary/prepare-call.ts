import {
  ALIASES,
  type AliasTable,
  argumentProblemText,
  clipText,
  type JsonObject,
  nearestWord,
  parseRepairSchema,
  quotedText,
  repairArguments,
  type Repairing,
  type RepairSchema,
  shownName,
  toolFailure,
} from "#kernel";
import type { PreparedCall, Preparing, SchemaResult, Tool, ToolCall, ToolSet } from "#ports";
import { invalidInput, issuesText } from "./invalid-input.ts";
import { isPromiseLike } from "./is-promise-like.ts";
import { readArguments } from "./read-arguments.ts";
import { within } from "./within.ts";

const NAMES_SHOWN = 8;

/**
 * Makes a call ready to run, or says what the model is told instead: the text is read strictly, repaired by the table alone, and the
 * tool's schema has the last word (T01, T02). Never throws; a promise only where the schema takes its time.
 */
export function prepareCall(set: ToolSet, call: ToolCall): Preparing | Promise<Preparing> {
  const tool = set.get(call.tool);
  if (tool === undefined) return { ok: false, failure: unknownTool(set, call.tool) };
  const reading = readArguments(call.argumentsText);
  if (!reading.ok) return { ok: false, failure: invalidInput(tool.name, reading.problem, reading.received) };
  const mending = mendingOf(tool);
  const repairing = repaired(reading.args, mending);
  if (!repairing.ok)
    return { ok: false, failure: invalidInput(tool.name, problemsText(repairing, mending), reading.args) };
  const { args, repairs } = repairing;
  const checked = checkOf(tool, args);
  const ready = { toolCallId: call.toolCallId, tool, args, repairs };
  return isPromiseLike(checked) ? judgedLater(checked, ready) : judged(checked, ready);
}

type Ready = Omit<PreparedCall, "input">;

function judged(result: SchemaResult<unknown>, { toolCallId, tool, args, repairs }: Ready): Preparing {
  if (result.issues === undefined) return { ok: true, call: { toolCallId, tool, args, repairs, input: result.value } };
  return { ok: false, failure: invalidInput(tool.name, issuesText(result.issues), args) };
}

/** A schema that takes its time has as long as the tool itself. */
async function judgedLater(checked: PromiseLike<SchemaResult<unknown>>, ready: Ready): Promise<Preparing> {
  const { name, timeoutMs } = ready.tool;
  const failure = toolFailure("Timeout", `${name}: its schema did not judge the arguments within ${timeoutMs} ms`);
  const judging = Promise.resolve(checked).then(
    (result) => judged(result, ready),
    () => judged(UNJUDGED, ready),
  );
  return within(judging, timeoutMs, () => ({ ok: false, failure }));
}

const UNJUDGED: SchemaResult<unknown> = { issues: [{ message: "the tool's schema could not judge the arguments" }] };

/** A schema that throws has not held. */
function checkOf(tool: Tool, args: JsonObject): SchemaResult<unknown> | Promise<SchemaResult<unknown>> {
  try {
    return tool.checkArgs(args);
  } catch {
    // What a schema throws may quote the arguments, so nothing of it is told.
    return UNJUDGED;
  }
}

/** What repairs need of a tool, worked out once. */
interface Mending {
  /** Undefined: nothing is repaired under a schema of this form. */
  readonly schema: RepairSchema | undefined;
  readonly aliases: AliasTable;
}

const MENDINGS = new WeakMap<Tool, Mending>();

function mendingOf(tool: Tool): Mending {
  const known = MENDINGS.get(tool);
  if (known !== undefined) return known;
  const made = { schema: parseRepairSchema(tool.schema), aliases: { ...ALIASES, ...tool.aliases } };
  MENDINGS.set(tool, made);
  return made;
}

function repaired(args: JsonObject, { schema, aliases }: Mending): Repairing {
  return schema === undefined ? { ok: true, args, repairs: [] } : repairArguments(args, schema, aliases);
}

function problemsText({ problems, more }: Extract<Repairing, { ok: false }>, { schema }: Mending): string {
  const named = problems.map(argumentProblemText).join("; ");
  const rest = more > 0 ? `; and ${more} more` : "";
  const unknown = problems.some(({ kind }) => kind === "unknown_field");
  const fields = unknown && schema !== undefined ? `; its fields are ${namesText([...schema.fields.keys()])}` : "";
  // The fields are what helps, so the problems make room for them.
  return `${clipText(named + rest, 160)}${clipText(fields, 90)}`;
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map(shownName).join(", ");
  if (names.length === 0) return "none";
  return names.length > NAMES_SHOWN ? `${shown} and ${names.length - NAMES_SHOWN} more` : shown;
}

function unknownTool(set: ToolSet, name: string): ReturnType<typeof toolFailure> {
  const names = set.tools.map((tool) => tool.name);
  const near = nearestWord(name, names);
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  return toolFailure(
    "InvalidInput",
    `${quotedText(shownName(name))} is no known tool.${hint} The tools are ${namesText(names)}.`,
  );
}
