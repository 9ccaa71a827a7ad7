import {
  ALIASES,
  type AliasTable,
  type JsonObject,
  parseRepairSchema,
  repairArguments,
  type Repairing,
  type RepairSchema,
  toolFailure,
  type ToolFailure,
} from "#kernel";
import type { CancelSignal, SchemaResult, Tool, ToolCall, ToolSet } from "#ports";
import { invalidInput, issuesText } from "./invalid-input.ts";
import { isPromiseLike } from "./is-promise-like.ts";
import { ownCopy } from "./own-copy.ts";
import { mintCall, type PreparedCall, type ReadyCall } from "./prepared-call.ts";
import { readArguments } from "./read-arguments.ts";
import { problemsText, unknownTool } from "./refused-call.ts";
import { within } from "./within.ts";

/** A call that may run, or what the model is told instead. */
export type Preparing =
  | { readonly ok: true; readonly call: PreparedCall }
  | { readonly ok: false; readonly failure: ToolFailure };

/**
 * Makes a call ready to run, or says what the model is told instead: the text is read strictly, repaired by the table alone, and the
 * tool's schema has the last word (T01, T02). Never throws; a promise only where the schema takes its time, and the signal ends that.
 */
export function prepareCall(set: ToolSet, call: ToolCall, signal?: CancelSignal): Preparing | Promise<Preparing> {
  const tool = set.get(call.tool);
  if (tool === undefined) return { ok: false, failure: unknownTool(set, call.tool) };
  const reading = readArguments(call.argumentsText);
  if (!reading.ok) return { ok: false, failure: invalidInput(tool.name, reading.problem, reading.received) };
  const received = reading.args;
  const mending = mendingOf(tool);
  const repairing = repaired(received, mending);
  if (!repairing.ok)
    return { ok: false, failure: invalidInput(tool.name, problemsText(repairing, mending.schema), received) };
  const { args, repairs } = repairing;
  const unjudged = { toolCallId: call.toolCallId, tool, args, repairs, received };
  const checked = checkOf(tool, args);
  return isPromiseLike(checked) ? judgedLater(checked, unjudged, signal) : judged(checked, unjudged);
}

type Unjudged = Omit<ReadyCall, "input">;

function judged(result: SchemaResult<unknown>, unjudged: Unjudged): Preparing {
  const { toolCallId, tool, args, repairs, received } = unjudged;
  if (result.issues === undefined)
    return { ok: true, call: mintCall({ toolCallId, tool, args, repairs, received, input: result.value }) };
  return { ok: false, failure: invalidInput(tool.name, issuesText(result.issues, args), received) };
}

/** A schema that takes its time has as long as the tool itself. */
function judgedLater(
  checked: PromiseLike<SchemaResult<unknown>>,
  unjudged: Unjudged,
  signal: CancelSignal | undefined,
): Promise<Preparing> {
  const { name, timeoutMs } = unjudged.tool;
  const judging = Promise.resolve(checked).then(
    (result) => judged(result, unjudged),
    () => judged(UNJUDGED, unjudged),
  );
  const instead = (code: "Timeout" | "Interrupted", text: string): Preparing => ({
    ok: false,
    failure: toolFailure(code, text),
  });
  return within(judging, {
    timeoutMs,
    signal,
    late: () => instead("Timeout", `${name}: its schema did not judge the arguments within ${timeoutMs} ms`),
    cancelled: () => instead("Interrupted", `${name} was not started: the run was cancelled before`),
  });
}

const UNJUDGED: SchemaResult<unknown> = { issues: [{ message: "the tool's schema could not judge the arguments" }] };

/** A schema that throws has not held. It gets a copy: what it hands to `run` is never what evidence keeps. */
function checkOf(tool: Tool, args: JsonObject): SchemaResult<unknown> | Promise<SchemaResult<unknown>> {
  try {
    return tool.checkArgs(ownCopy(args));
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
