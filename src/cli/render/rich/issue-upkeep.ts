import type { IssueCheckData, IssueCompactData, IssueImportData, IssueVerifyData } from "#host";
import { paint } from "../paper.ts";
import { bounded, hintLine, printAll } from "./bounded.ts";
import { type Column, layOutColumns, oneLine } from "./columns.ts";
import type { RichPaper, RichRender } from "./rich-paper.ts";

/** Whether everything is as it was written; the first bad row first. */
export const issueVerify: RichRender<IssueVerifyData> = (
  { findings, issues, rows, events, pending, chains },
  paper,
) => {
  const { shown, left } = bounded(findings, paper);
  const found = shown.map(
    ({ file, line, problem }) => `${oneLine(file)}:${line}: ${paint(paper, "red", oneLine(problem))}`,
  );
  const begun = pending === 0 ? "" : `; ${counted(pending, "change")} begun and never written`;
  const seen = `${counted(issues, "issue")} in ${counted(rows, "row")}, ${counted(events, "event")} in ${counted(chains.length, "log")}${begun}`;
  if (findings.length === 0) return printAll([`${paint(paper, "green", "everything holds")}: ${seen}`], paper);
  const hint = hintLine(
    "issue history <ID> shows what was written; issue repair --restore brings back what the logs have",
    paper,
  );
  printAll([...found, ...more(left, paper), `${paint(paper, "red", "not as it was written")}: ${seen}`, hint], paper);
};

/** What the check of the issue graph found. */
export const issueCheck: RichRender<IssueCheckData> = ({ errors, warnings, summary, result }, paper) => {
  const findings = [
    ...errors.map((finding) => ({ ...finding, style: "red" as const })),
    ...warnings.map((finding) => ({ ...finding, style: "yellow" as const })),
  ];
  const { shown, left } = bounded(findings, paper);
  const rows = shown.map(({ issueId, message, style, class: failClass }) => [
    { text: issueId, style: "bold" } as const,
    { text: message, style },
    { text: failClass, style: "dim" } as const,
  ]);
  const lines = rows.length === 0 ? [] : layOutColumns(FINDING, rows, { paper, width: paper.screen.columns });
  const verdict = result === "accepted" ? paint(paper, "green", "accepted") : paint(paper, "red", "rejected");
  const counts = `${counted(summary.issueCount, "issue")}, ${counted(summary.errorCount, "error")}, ${counted(summary.warningCount, "warning")}`;
  printAll([...lines, ...more(left, paper), `${verdict}: ${counts}`], paper);
};

/** What an import brought. */
export const issueImport: RichRender<IssueImportData> = (data, paper) => {
  const counts = `${data.new} new, ${data.newer} newer, ${data.unchanged} unchanged`;
  const hint = hintLine("issue check and dep diagnostics look at what came", paper);
  printAll([`${paint(paper, "green", "imported")} ${oneLine(data.source)}: ${counts}`, hint], paper);
};

/** What compaction saved. */
export const issueCompact: RichRender<IssueCompactData> = (data, paper) => {
  const lines = `${data.linesBefore} -> ${data.linesAfter} lines, ${data.bytesBefore} -> ${data.bytesAfter} bytes`;
  printAll([`${paint(paper, "green", "compacted")} ${oneLine(data.issuesPath)}: ${lines}`], paper);
};

const FINDING: readonly Column[] = [
  { head: "ID" },
  { head: "PROBLEM", flexible: true },
  { head: "CLASS", optional: true },
];

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function more(left: number, paper: RichPaper): readonly string[] {
  return left === 0 ? [] : [paint(paper, "dim", `… and ${left} more (--json names all)`)];
}
