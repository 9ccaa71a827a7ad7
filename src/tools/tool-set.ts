import { quotedText, shownName, type ToolCard } from "#kernel";
import type { Tool, ToolSet } from "#ports";
import { toolProblems } from "./tool-problems.ts";

/** Tools that are not a set yet. */
export interface ToolSetDraft {
  /** The set, or one Error that names everything that is wrong: names given twice or blank, unusable schemas, examples that do not fit (R06). */
  build(): ToolSet;
}

/** Gathers tools in the order in which they will be advertised. */
export function toolSet(...tools: readonly Tool[]): ToolSetDraft {
  return { build: () => buildSet(tools) };
}

function buildSet(tools: readonly Tool[]): ToolSet {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const problems = [
    ...tools.flatMap((tool) =>
      toolProblems(tool).map((problem) => `tool ${quotedText(shownName(tool.name))}: ${problem}`),
    ),
    ...repeated(tools.map(({ name }) => name)),
  ];
  if (problems.length > 0) throw new Error(`the tools cannot be used: ${problems.join("; ")}`);
  return Object.freeze<ToolSet>({ tools: Object.freeze([...tools]), get: (name) => byName.get(name) });
}

function repeated(names: readonly string[]): readonly string[] {
  return [...Map.groupBy(names, (name) => name)].flatMap(([name, group]) =>
    group.length === 1 ? [] : [`tool ${quotedText(shownName(name))}: the name is given ${group.length} times`],
  );
}

/** What the catalog says of a tool: its digests are of the schema and examples as they are advertised. */
export function cardOf({ name, schema, examples, effects }: Tool): ToolCard {
  return { name, schema, examples, effects };
}
