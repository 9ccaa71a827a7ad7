import type { Effect } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";

/** One tool in one line. */
export interface ListedTool {
  readonly name: string;
  readonly effects: readonly Effect[];
  /** The first sentence of its description. */
  readonly description: string;
}

/** The tools in the order in which a model is told of them. */
export interface ToolListData {
  readonly tools: readonly ListedTool[];
}

/** Lists the tools that come with the program. */
export async function run(_args: Arguments, ports: HostPorts): Promise<Outcome<ToolListData>> {
  const { tools } = await ports.openTools();
  const listed = tools.map(({ name, effects, description }) => ({
    name,
    effects,
    description: firstSentence(description),
  }));
  return { ok: true, data: { tools: listed } };
}

function firstSentence(text: string): string {
  return /^.*?(?=[.:](?:\s|$)|\n|$)/.exec(text.trim())?.[0] ?? "";
}
