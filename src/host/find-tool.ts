import { nearestWord } from "#kernel";
import type { Tool, ToolSet } from "#ports";
import type { Outcome } from "./action.ts";
import { unusable } from "./failed.ts";

/** The tool of a name, or what a person is told instead: the nearest name there is. */
export function findTool(name: string, set: ToolSet): Outcome<Tool> {
  const tool = set.get(name);
  if (tool !== undefined) return { ok: true, data: tool };
  const near = nearestWord(
    name,
    set.tools.map((known) => known.name),
  );
  const hint = near === undefined ? "run 'tusk tool list' for all of them" : `did you mean ${near}?`;
  return unusable(`there is no tool ${name}; ${hint}`);
}
