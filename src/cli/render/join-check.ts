import { type CheckRow, FAIL_CLOSED, REFERENCE_CLASSES, type ReferenceClass } from "#kernel";
import type { JoinCheckData } from "#host";
import { harmless, paint, type Paper } from "./paper.ts";
import { printJson } from "./print-json.ts";

/** Puts a verdict on paper: the contract's text or JSON (1.5, 1.7), or for a person at a terminal something to read. */
export function render(data: JoinCheckData, paper: Paper): void {
  if (paper.json) {
    printJson(data.payload(), paper);
  } else if (paper.rich) renderRich(data, paper);
  else renderContract(data, paper);
}

function renderContract({ input, report, checks }: JoinCheckData, paper: Paper): void {
  const lines = [
    "premath harness-join-check",
    `  Input: ${paper.isTerminal ? harmless(input) : input}`,
    `  Result: ${report.accepted ? "accepted" : "rejected"}`,
    `  Failure Classes: ${report.failureClasses.length}`,
    ...report.failureClasses.map((failClass) => `  - ${failClass}`),
    ...(checks ? ["  Checks:", ...report.checks.flatMap(checkLines)] : []),
  ];
  paper.print(`${lines.join("\n")}\n`);
}

function checkLines(row: CheckRow): readonly string[] {
  if (row.outcome === "held") return [`  - held ${row.class}`];
  if (row.outcome === "skipped") return [`  - skipped ${row.class}: ${row.why}`];
  return row.findings.map(
    ({ subject, path, note }) => `  - tripped ${row.class}: ${harmless(subject)} at ${path}: ${harmless(note)}`,
  );
}

function renderRich({ input, report, checks }: JoinCheckData, paper: Paper): void {
  const verdict = report.accepted ? paint(paper, "green", "accepted") : paint(paper, "red", "refused");
  paper.print(`${verdict}  ${harmless(input)}\n`);
  for (const row of report.checks) if (row.outcome === "tripped") paper.print(trippedText(row, paper));
  if (checks) {
    for (const row of report.checks) if (row.outcome !== "tripped") paper.print(quietText(row, paper));
  }
  const hint = checks ? "--json prints the witness" : "--checks shows every rule, --json the witness";
  paper.print(paint(paper, "dim", `hint: ${hint}\n`));
}

/** One tripped class: its name, what it means, and the evidence that tripped it. */
export function trippedText(row: Extract<CheckRow, { outcome: "tripped" }>, paper: Paper): string {
  const shown = row.findings.slice(0, 5);
  const more = row.findings.length - shown.length;
  const known = isReferenceClass(row.class) ? FAIL_CLOSED[row.class] : undefined;
  const lines = [
    `  ${paint(paper, "yellow", row.class)}${known === undefined ? "" : `  ${known.means} ${paint(paper, "dim", `(${known.clause})`)}`}`,
    ...shown.map(({ path, note }) => `    ${paint(paper, "cyan", path)}  ${harmless(note)}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
  return `${lines.join("\n")}\n`;
}

function isReferenceClass(failClass: string): failClass is ReferenceClass {
  return REFERENCE_CLASSES.some((known) => known === failClass);
}

function quietText(row: Exclude<CheckRow, { outcome: "tripped" }>, paper: Paper): string {
  if (row.outcome === "held") return `  ${paint(paper, "green", "held")}     ${row.class}\n`;
  return `  ${paint(paper, "dim", "skipped")}  ${row.class}: ${row.why}\n`;
}
