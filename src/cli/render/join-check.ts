import { type CheckRow, FAIL_CLOSED } from "#kernel";
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

function renderContract({ input, report, mutation, checks }: JoinCheckData, paper: Paper): void {
  const lines = [
    "premath harness-join-check",
    `  Input: ${paper.isTerminal ? harmless(input) : input}`,
    `  Result: ${report.accepted ? "accepted" : "rejected"}`,
    `  Failure Classes: ${report.failureClasses.length}`,
    ...report.failureClasses.map((failClass) => `  - ${failClass}`),
    ...withheldLines(report.checks),
    ...(mutation === undefined
      ? []
      : [
          `  Mutation: ${mutation.accepted ? "accepted" : "rejected"}`,
          ...mutation.failureClasses.map((failClass) => `  - ${failClass}`),
        ]),
    ...(checks ? ["  Checks:", ...[...report.checks, ...(mutation?.checks ?? [])].flatMap(checkLines)] : []),
  ];
  paper.print(`${lines.join("\n")}\n`);
}

/** A turn that is refused although nothing tripped says why: what would prove it was withheld. */
function withheldLines(checks: readonly CheckRow[]): readonly string[] {
  const withheld = checks.filter((row) => row.outcome === "withheld");
  return withheld.length === 0 ? [] : [`  Withheld: ${withheld.length}`, ...withheld.map((row) => `  - ${row.class}`)];
}

function checkLines(row: CheckRow): readonly string[] {
  switch (row.outcome) {
    case "held":
      return [`  - held ${row.class}`];
    case "skipped":
      return [`  - skipped ${row.class}: ${row.why}`];
    case "not_due":
      return [`  - not due ${row.class}: ${row.why}`];
    case "withheld":
    case "tripped":
      return row.findings.map(
        ({ subject, path, note }) =>
          `  - ${row.outcome} ${row.class}: ${harmless(subject)} at ${harmless(path)}: ${harmless(note)}`,
      );
    default:
      return row satisfies never;
  }
}

function renderRich({ input, report, mutation, checks }: JoinCheckData, paper: Paper): void {
  paper.print(`${verdictText(report.accepted, paper)}  ${harmless(input)}${profileText(report, paper)}\n`);
  printRows(report.checks, checks, paper);
  if (mutation !== undefined) {
    paper.print(`${verdictText(mutation.accepted, paper)}  the mutation\n`);
    printRows(mutation.checks, checks, paper);
  }
  const hint = checks ? "--json prints the witness" : "--checks shows every rule, --json the witness";
  const tripped = report.failureClasses[0] ?? mutation?.failureClasses[0];
  const explain = tripped === undefined ? "" : `; explain ${tripped} says what to do`;
  paper.print(paint(paper, "dim", `hint: ${hint}${explain}\n`));
}

function verdictText(accepted: boolean, paper: Paper): string {
  return accepted ? paint(paper, "green", "accepted") : paint(paper, "red", "refused");
}

function profileText({ profile, answer }: JoinCheckData["report"], paper: Paper): string {
  if (profile === "reference") return "";
  const next = answer === undefined ? "" : answer === "stop" ? ", the turn ends" : ", the loop may go on";
  return paint(paper, "dim", `  (full profile${next})`);
}

/** What tripped or was withheld always, the quiet rows when they are asked for. */
function printRows(rows: readonly CheckRow[], all: boolean, paper: Paper): void {
  for (const row of rows) if (isLoud(row)) paper.print(trippedText(row, paper));
  if (!all) return;
  for (const row of rows) if (!isLoud(row)) paper.print(quietText(row, paper));
}

type LoudRow = Extract<CheckRow, { outcome: "tripped" | "withheld" }>;

function isLoud(row: CheckRow): row is LoudRow {
  return row.outcome === "tripped" || row.outcome === "withheld";
}

/** One tripped class: its name, what it means, and the evidence that tripped it. */
export function trippedText(row: LoudRow, paper: Paper): string {
  const shown = row.findings.slice(0, 5);
  const more = row.findings.length - shown.length;
  const { means, clause } = FAIL_CLOSED[row.class];
  const said = row.outcome === "withheld" ? "withheld, so not proven" : means;
  const lines = [
    `  ${paint(paper, "yellow", row.class)}  ${said} ${paint(paper, "dim", `(${clause})`)}`,
    ...shown.map(({ path, note }) => `    ${paint(paper, "cyan", harmless(path))}  ${harmless(note)}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
  return `${lines.join("\n")}\n`;
}

function quietText(row: Exclude<CheckRow, LoudRow>, paper: Paper): string {
  if (row.outcome === "held") return `  ${paint(paper, "green", "held")}     ${row.class}\n`;
  const word = row.outcome === "skipped" ? "skipped" : "not due";
  return `  ${paint(paper, "dim", word)}  ${row.class}: ${row.why}\n`;
}
