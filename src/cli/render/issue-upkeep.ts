import type { IssueCompactData, IssueExportData, IssueImportData, IssueRepairData, IssueVerifyData } from "#host";
import { harmless, type Paper, type Render } from "./paper.ts";
import { printPayload, shows } from "./shows.ts";

/** How many of a kind are named in text; `--json` names all. */
const NAMED = 20;
/** How many rows are printed at once. */
const ROWS = 512;

/** The first bad row first, so that whoever reads one line reads that one. */
export const issueVerify: Render<IssueVerifyData> = shows({
  text: ({ issuesPath, result, findings, issues, rows, events, pending, chains, snapshotRef }) => [
    ...named(findings.map(({ file, line, problem }) => `${file}:${line}: ${problem}`)),
    "premath issue verify",
    `  Path: ${issuesPath}`,
    `  Result: ${result}`,
    `  Issues: ${issues}`,
    `  Rows: ${rows}`,
    `  Events: ${events}`,
    ...(pending === 0 ? [] : [`  Pending: ${pending} (begun, never written; the next change settles it)`]),
    `  Chains: ${chains.length}`,
    `  Snapshot ref: ${snapshotRef}`,
  ],
});

/** What an import brought. */
export const issueImport: Render<IssueImportData> = shows({
  text: (data) => [
    "premath issue import",
    `  Source: ${data.source} (${data.from})`,
    `  Path: ${data.issuesPath}`,
    `  Issues: ${data.count}`,
    `  New: ${data.new}`,
    `  Newer: ${data.newer}`,
    `  Unchanged: ${data.unchanged}`,
  ],
});

/** The rows themselves, or where they were written. */
export function issueExport(data: IssueExportData, paper: Paper): void {
  if (paper.json) return printPayload(data, paper);
  if (data.to !== null) return exportSummary(data, paper);
  for (let at = 0; at < data.rows.length; at += ROWS) {
    const rows = data.rows.slice(at, at + ROWS).map((row) => `${paper.isTerminal ? harmless(row) : row}\n`);
    paper.print(rows.join(""));
  }
}

const exportSummary: Render<IssueExportData> = shows({
  text: ({ to, count, issuesPath, snapshotRef }) => [
    "premath issue export",
    `  Exported: ${count} to ${to}`,
    `  Path: ${issuesPath}`,
    `  Snapshot ref: ${snapshotRef}`,
  ],
});

/** What compaction saved. */
export const issueCompact: Render<IssueCompactData> = shows({
  text: ({ issuesPath, linesBefore, linesAfter, bytesBefore, bytesAfter }) => [
    "premath issue compact",
    `  Path: ${issuesPath}`,
    `  Lines: ${linesBefore} -> ${linesAfter}`,
    `  Bytes: ${bytesBefore} -> ${bytesAfter}`,
  ],
});

/** What was kept, what was put aside and where, what can be had back. */
export const issueRepair: Render<IssueRepairData> = shows({
  text: ({ issuesPath, kept, split, quarantined, quarantineFile, restorable, restored }) => [
    "premath issue repair",
    `  Path: ${issuesPath}`,
    `  Kept: ${kept}`,
    ...(split === 0 ? [] : [`  Rows found inside broken lines: ${split}`]),
    `  Quarantined: ${quarantined.length}${quarantineFile === null ? "" : ` in ${quarantineFile}`}`,
    ...named(quarantined.map(({ line, bytes, problem }) => `  - line ${line} (${bytes} bytes): ${problem}`)),
    `  Restored: ${ids(restored)}`,
    `  Restorable: ${ids(restorable)}${restorable.length === 0 ? "" : " (--restore brings them back)"}`,
  ],
});

function ids(all: readonly string[]): string {
  if (all.length === 0) return "none";
  return `${all.length} (${all.slice(0, NAMED).join(", ")}${all.length > NAMED ? ", ..." : ""})`;
}

function named(lines: readonly string[]): readonly string[] {
  const more = lines.length - NAMED;
  return more > 0 ? [...lines.slice(0, NAMED), `... and ${more} more (--json names all)`] : lines;
}
