import type { ExplainData, ExplainedClass } from "#host";
import { harmless, paint, type Paper } from "./paper.ts";
import { printJson } from "./print-json.ts";

/** Differences of an example that are worth showing; the rest is counted. */
const SHOWN_CHANGES = 8;
/** Longest value that is shown of an example. */
const SHOWN_VALUE = 72;

/** Explains one class to a person, or lists all. */
export function render(data: ExplainData, paper: Paper): void {
  if (paper.json) printJson(data.kind === "one" ? plain(data.explained) : { classes: data.classes.map(plain) }, paper);
  else if (data.kind === "all") paper.print(listText(data.classes, paper));
  else paper.print(classText(data.explained, paper));
}

function plain({ example, ...row }: ExplainedClass): object {
  return example === undefined ? row : { ...row, example };
}

function listText(classes: readonly ExplainedClass[], paper: Paper): string {
  const width = Math.max(...classes.map((row) => row.class.length));
  const lines = classes.map((row) => `${paint(paper, "yellow", row.class.padEnd(width))}  ${row.means}`);
  return `${lines.join("\n")}\n${paint(paper, "dim", "\nhint: explain <CLASS> says when it trips and what to do\n")}`;
}

function classText(
  { class: name, clause, means, remedy, rules, profiles, example }: ExplainedClass,
  paper: Paper,
): string {
  const head = paint(paper, "bold", name);
  const trips = rules.map(({ stage, answer, when }) => `  - ${when} ${paint(paper, "dim", `(${stage}, ${answer})`)}`);
  return [
    head,
    `  ${means}`,
    "",
    "Trips when",
    ...trips,
    "",
    "What to do",
    `  ${remedy}`,
    "",
    `Clause    ${clause}`,
    `Profiles  ${profiles.join(", ")}`,
    ...(example === undefined ? [] : exampleText(example, name, paper)),
    "",
  ].join("\n");
}

function exampleText(example: NonNullable<ExplainedClass["example"]>, name: string, paper: Paper): readonly string[] {
  const shown = example.changes.filter(({ path }) => !DERIVED.test(path));
  const rows = shown
    .slice(0, SHOWN_CHANGES)
    .flatMap(({ path, holds, trips }) => [
      `  ${paint(paper, "cyan", harmless(path))}`,
      `    ${paint(paper, "green", "holds")}  ${valueText(holds)}`,
      `    ${paint(paper, "red", "trips")}  ${valueText(trips)}`,
    ]);
  const more = shown.length - SHOWN_CHANGES;
  return [
    "",
    "Example",
    `  holds  ${example.holds}`,
    `  trips  ${example.trips}`,
    ...rows,
    ...(more > 0 ? [`  and ${more} more places`] : []),
    ...example.violations.map(({ class: failClass, path }) => `  refused: ${failClass} at ${harmless(path)}`),
    `  files: conformance/vectors/${name}/{holds,trips}.json`,
  ];
}

/** What follows from a change elsewhere: digests of changed values. */
const DERIVED = /(?:callId|Digest|PolicyDigest|policyDigest)$/;

function valueText(value: unknown): string {
  if (value === undefined) return "(absent)";
  const text = harmless(
    JSON.stringify(value, (_, entry: unknown) => (typeof entry === "bigint" ? String(entry) : entry)),
  );
  return text.length > SHOWN_VALUE ? `${text.slice(0, SHOWN_VALUE)}…` : text;
}
