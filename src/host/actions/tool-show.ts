import { type AliasTable, catalogRow, type Effect, type Json, type JsonObject } from "#kernel";
import type { Tool } from "#ports";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { findTool } from "../find-tool.ts";
import { given, operand } from "../given.ts";

/** Everything a model is told of a tool, and the digests by which evidence names it. */
export interface ToolShowData {
  readonly name: string;
  readonly description: string;
  readonly effects: readonly Effect[];
  readonly timeoutMs: number;
  /** Names that are repaired for this tool beyond the kernel's table. */
  readonly aliases: AliasTable;
  readonly schema: JsonObject;
  readonly schemaDigest: string;
  readonly examples: readonly JsonObject[];
  readonly exampleDigest: string;
  readonly outputSchema?: Json;
}

/** Shows one tool. */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<ToolShowData>> {
  const found = findTool(operand(args, 0), await ports.openTools());
  return found.ok ? { ok: true, data: cardOf(found.data, ports) } : found;
}

function cardOf(tool: Tool, { sha256 }: HostPorts): ToolShowData {
  const { schemaDigest, exampleDigest } = catalogRow(tool, sha256);
  const { name, description, effects, timeoutMs, aliases, schema, examples, outputSchema } = tool;
  return {
    name,
    description,
    effects,
    timeoutMs,
    aliases,
    schema,
    schemaDigest,
    examples,
    exampleDigest,
    ...given({ outputSchema }),
  };
}
