import type { DoctorData, DoctorRow } from "#host";
import { printExactJson } from "./exact-json.ts";
import { harmless, paint, type Paper, type Style } from "./paper.ts";

const STYLES: Readonly<Record<DoctorRow["state"], Style>> = { ok: "green", warn: "yellow", fail: "red" };

/** A line for each thing, and below it how to mend what is not well. */
export function doctor(data: DoctorData, paper: Paper): void {
  if (paper.json) return printExactJson(data, paper);
  const shown = (text: string): string => (paper.isTerminal ? harmless(text) : text);
  const width = Math.max(...data.rows.map(({ id }) => id.length));
  for (const { id, state, found, mend } of data.rows) {
    paper.print(`${paint(paper, STYLES[state], state.padEnd(4))}  ${id.padEnd(width)}  ${shown(found)}\n`);
    if (mend !== undefined) paper.print(`${" ".repeat(width + 8)}-> ${shown(mend)}\n`);
  }
}
