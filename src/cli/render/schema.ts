import type { SchemaData } from "#host";
import { paint, type Paper } from "./paper.ts";
import { printJson } from "./print-json.ts";

/** Prints a schema as JSON, or the kinds as a list. */
export function render(data: SchemaData, paper: Paper): void {
  if (data.kind === "schema") printJson(data.schema, paper);
  else if (paper.json) printJson({ kinds: data.kinds }, paper);
  else {
    const width = Math.max(...data.kinds.map(({ kind }) => kind.length));
    for (const { kind, title } of data.kinds) paper.print(`${paint(paper, "cyan", kind.padEnd(width))}  ${title}\n`);
  }
}
