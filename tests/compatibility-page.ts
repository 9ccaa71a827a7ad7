import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./support/root.ts";

/** The page that maps the documents' commands to ours, and names every deliberate difference. */
export const PAGE: string = readFileSync(join(ROOT, "docs/compatibility.md"), "utf8");

/** One command that the page maps. */
export interface Mapping {
  readonly theirs: string;
  readonly ours: string;
  /** Undefined: the row is no command line of ours, or says that there is none yet. */
  readonly exit: number | undefined;
  readonly prints: string;
}

/** One way in which we differ from the reference. */
export interface Difference {
  readonly topic: string;
  readonly tests: readonly string[];
}

/** The rows of the tables whose head begins with a word, cell by cell. */
function rowsBelow(head: RegExp): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let inside = false;
  for (const line of PAGE.split("\n")) {
    const cells = line.startsWith("|") ? cellsOf(line) : [];
    if (cells.length === 0) inside = false;
    else if (head.test(cells.at(-1) ?? "")) inside = true;
    else if (inside && !/^-+$/.test(cells[0] ?? "")) rows.push(cells);
  }
  return rows;
}

function cellsOf(line: string): string[] {
  // A pipe inside a cell is escaped.
  const cells = line.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => cell.trim().replaceAll(String.raw`\|`, "|"));
}

/** Every command of the page. */
export const MAPPINGS: readonly Mapping[] = rowsBelow(/^prints$/).map(
  ([theirs = "", ours = "", exit = "", prints = ""]) => ({
    theirs,
    ours: exit === "" ? ours : code(ours),
    exit: exit === "" ? undefined : Number(exit),
    prints: code(prints),
  }),
);

/** Every deliberate difference of the page. */
export const DIFFERENCES: readonly Difference[] = rowsBelow(/^test$/).map(([topic = "", , , tests = ""]) => ({
  topic,
  tests: codesIn(tests),
}));

/** The texts between backticks in a cell. */
export function codesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
}

/** A cell that is one text between backticks. */
function code(cell: string): string {
  return /^`([^`]*)`$/.exec(cell)?.[1] ?? "";
}
