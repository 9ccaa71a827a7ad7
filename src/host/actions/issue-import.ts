import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { changeIssues } from "../change-issues.ts";
import { failed } from "../failed.ts";
import { operand } from "../given.ts";
import { type ImportReading, readBeadsRows, readJsonlRows } from "../read-import.ts";
import { type Command, withIssues } from "../with-issues.ts";

/** What came of an import: of each id in the source, whether it was new here, newer than ours, or changed nothing. */
export interface IssueImportData {
  readonly action: "issue.import";
  readonly issuesPath: string;
  readonly from: "beads" | "jsonl";
  readonly source: string;
  readonly count: number;
  readonly new: number;
  readonly newer: number;
  readonly unchanged: number;
}

/** Takes over issues of another file that are new or newer, all in one change or none of them. Ours that are newer stay. */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueImportData>> {
  const from = args.values.get("from") === "beads" ? "beads" : "jsonl";
  const file = operand(args, 0);
  const input = file === "-" ? ports.readStandardInput() : ports.readInput(file);
  if (!input.ok)
    return failed(`failed to read ${file}: ${input.reason}`, "name the file to import, or - for standard input");
  const read = readRows(from, input.bytes, file, ports);
  if (!read.ok)
    return failed(`failed to import ${file}: ${read.problem}`, "nothing was imported; mend that line first");
  return withIssues(args, ports, { voice: "mutation", file: false }, (command) =>
    bring(command, { from, source: file, rows: read.rows }),
  );
}

interface Source {
  readonly from: "beads" | "jsonl";
  readonly source: string;
  readonly rows: readonly string[];
}

function readRows(from: Source["from"], bytes: Uint8Array, file: string, { utf8 }: HostPorts): ImportReading {
  return from === "beads" ? readBeadsRows(bytes, utf8) : readJsonlRows(bytes, utf8, file);
}

async function bring(command: Command, { from, source, rows }: Source): Promise<Outcome<IssueImportData>> {
  const { store, ports, path } = command;
  const known = new Set(store.exists() ? store.list({}).map(({ id }) => id) : []);
  const made = await changeIssues(command, {
    mutation: { action: "issue.import", args: { mode: "merge", source, rows, request: ports.newRequestId() } },
  });
  if (!made.ok) return made;
  const changed = made.data.changedIssues;
  const newer = changed.filter(({ id }) => known.has(id)).length;
  const counts = { count: rows.length, new: changed.length - newer, newer, unchanged: rows.length - changed.length };
  return { ok: true, data: { action: "issue.import", issuesPath: path, from, source, ...counts } };
}
