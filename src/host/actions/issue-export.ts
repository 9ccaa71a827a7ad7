import { contractRow, writeIssue } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { saveFile } from "../save-file.ts";
import { readingIssues } from "../with-issues.ts";

/** The issues in their canonical form, by id; deleted ones are not among them. */
export interface IssueExportData {
  readonly action: "issue.export";
  readonly issuesPath: string;
  /** Where they were written; null: they are the answer itself. */
  readonly to: string | null;
  readonly count: number;
  readonly snapshotRef: string;
  readonly rows: readonly string[];
}

/** Gives the issues out one canonical row a line, with `--contract` only the reference's fields. */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueExportData>> {
  return readingIssues(args, ports, ({ store, path }) => {
    const to = args.values.get("to");
    const { issues, snapshotRef } = store.load();
    const rows = [...issues.values()].map(args.switches.has("contract") ? contractRow : writeIssue);
    const answer = { issuesPath: path, to: to ?? null, count: rows.length, snapshotRef };
    if (to === undefined) return { ok: true, data: { action: "issue.export", ...answer, rows } };
    const text = rows.map((row) => `${row}\n`).join("");
    const failure = saveFile(to, text, { folder: "export directory", file: "save", issues: path }, ports);
    return failure ?? { ok: true, data: { action: "issue.export", ...answer, rows: [] } };
  });
}
