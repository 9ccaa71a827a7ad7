import { type JsonObject, problemText, readToolText, refuseDuplicates, type Repair, type ToolFailure } from "#kernel";
import type { DescribedTool, JudgedArguments } from "#ports";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { argumentsText } from "../arguments-text.ts";
import { readDescribedTool } from "../described-tool.ts";
import { unusable } from "../failed.ts";

/** What the boundary says of arguments; nothing is run. */
export interface ToolCheckData {
  readonly valid: boolean;
  readonly args?: JsonObject;
  readonly repairs: readonly Repair[];
  readonly failure?: ToolFailure;
}

/** Checks arguments against a schema from a file. Arguments that cannot be used are an answer with exit code 1; a schema that cannot is none. */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<ToolCheckData>> {
  const path = args.values.get("schema") ?? "";
  const described = readSchemaFile(path, ports);
  if (!described.ok) return described;
  const text = argumentsText(args, ports);
  if (!text.ok) return text;
  const check = await (await ports.openTools()).check(described.data, text.data);
  if (!check.usable) return unusable(`schema ${path}: ${check.reason}`);
  return outcomeOf(check.judged);
}

function readSchemaFile(path: string, ports: HostPorts): Outcome<DescribedTool> {
  const file = ports.readInput(path);
  if (!file.ok) return unusable(`failed to read schema ${path}: ${file.reason}`);
  const text = ports.utf8.decode(file.bytes, 0, file.bytes.length);
  if (text === undefined) return unusable(`schema ${path} is not UTF-8`);
  // Read as the arguments are: a bound must mean the same number as what is held against it.
  const reading = refuseDuplicates(readToolText(text, ports.utf8));
  if (!reading.ok) return unusable(`schema ${path} is not JSON: ${problemText(reading.problem)}`);
  const described = readDescribedTool(reading.value);
  return described.ok ? described : unusable(`schema ${path}: ${described.reason}`);
}

function outcomeOf(judged: JudgedArguments): Outcome<ToolCheckData> {
  if (!judged.ok) return { ok: true, data: { valid: false, repairs: [], failure: judged.failure }, exit: 1 };
  const { args, repairs } = judged;
  return { ok: true, data: { valid: true, args, repairs } };
}
