import type { ToolListData, ToolShowData } from "#host";
import { exactJson, printExactJson } from "./exact-json.ts";
import { harmless, paint, type Paper } from "./paper.ts";
import { printJson } from "./print-json.ts";
import { printLines } from "./shows.ts";

/** The tools, one line each. */
export function toolList(data: ToolListData, paper: Paper): void {
  if (paper.json) return printJson(data, paper);
  const rows = data.tools.map(({ name, effects, description }) => [name, effects.join(","), description] as const);
  const width = Math.max(...rows.map(([name]) => name.length));
  const effectWidth = Math.max(...rows.map(([, effects]) => effects.length));
  for (const [name, effects, description] of rows)
    paper.print(
      `${paint(paper, "cyan", name.padEnd(width))}  ${paint(paper, "dim", effects.padEnd(effectWidth))}  ${shownText(description, paper)}\n`,
    );
}

/** Everything a model is told of one tool. */
export function toolShow(data: ToolShowData, paper: Paper): void {
  if (paper.json) return printExactJson(data, paper);
  const { name, description, effects, timeoutMs, aliases, schema, schemaDigest, examples, exampleDigest } = data;
  const renamed = Object.entries(aliases).map(([from, to]) => `${from} -> ${to}`);
  paper.print(`${paint(paper, "bold", name)}\n`);
  printLines(
    [
      ...description.split("\n").map((line) => `  ${line}`),
      "",
      `Effects    ${effects.join(", ")}`,
      `Time limit ${timeoutMs} ms`,
      ...(renamed.length === 0 ? [] : [`Aliases    ${renamed.join(", ")}`]),
      `Schema     ${schemaDigest}`,
      `Examples   ${exampleDigest}`,
      ...section("Arguments", schema),
      ...section("Output", data.outputSchema),
      ...examples.flatMap((example, at) => section(`Example ${at + 1}`, example)),
    ],
    paper,
  );
}

function section(title: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  return [
    "",
    title,
    ...exactJson(value)
      .split("\n")
      .map((line) => `  ${line}`),
  ];
}

function shownText(text: string, paper: Paper): string {
  return paper.isTerminal ? harmless(text) : text;
}
