import type { Utf8 } from "../json/utf8.ts";
import type { Issue } from "./issue.ts";
import { type IssueFile, loadIssueFile, sortedIssues } from "./issue-file.ts";
import { mergeIssue, unrevised } from "./merge-issue.ts";
import { writeIssue } from "./write-issue.ts";

/** The text of the merged file, or one sentence why the files cannot be merged. */
export type FileMerge = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** The three files of a merge: what both sides began with, and what became of it. */
export interface MergeSides<T> {
  readonly base: T;
  readonly ours: T;
  readonly theirs: T;
}

/**
 * Merges two issue files field by field. No line of either is lost: ours, then those that only theirs has, then a row for each issue of which
 * another row would stand than both edits together make. What the result says is the same whichever side is ours.
 */
export function mergeFiles(sides: MergeSides<Uint8Array>, utf8: Utf8): FileMerge {
  const base = loadSide("base", sides.base, utf8);
  if (!base.ok) return base;
  const ours = loadSide("ours", sides.ours, utf8);
  if (!ours.ok) return ours;
  const theirs = loadSide("theirs", sides.theirs, utf8);
  if (!theirs.ok) return theirs;
  const lines = unionOf(linesOf(sides.ours, utf8), linesOf(sides.theirs, utf8));
  const union = loadSide("the union of both", utf8.encode(textOf(lines)), utf8);
  if (!union.ok) return union;
  const rows = missingRows({ base: base.rows, ours: ours.rows, theirs: theirs.rows }, union.rows);
  return { ok: true, text: textOf([...lines, ...rows.map(writeIssue)]) };
}

type Rows = ReadonlyMap<string, Issue>;
type Side = { readonly ok: true; readonly rows: Rows } | { readonly ok: false; readonly message: string };

function loadSide(name: string, bytes: Uint8Array, utf8: Utf8): Side {
  const file = loadIssueFile(bytes, utf8, name);
  if (!file.ok) return { ok: false, message: `${name} cannot be read: ${file.message}` };
  const problem = problemOf(file);
  if (problem !== undefined && name !== "base") return { ok: false, message: `${name} cannot be merged: ${problem}` };
  return { ok: true, rows: new Map([...file.issues, ...file.tombstones]) };
}

/** What a reader passes over, and a merge would put where it hides or breaks rows. */
function problemOf({ conflictMarkers, tail }: IssueFile): string | undefined {
  if (tail?.taken === false) return "its last line is torn";
  const [first] = conflictMarkers;
  return first === undefined ? undefined : `line ${first} is a conflict marker`;
}

function linesOf(bytes: Uint8Array, utf8: Utf8): readonly string[] {
  const lines = (utf8.decode(bytes, 0, bytes.length) ?? "").split("\n");
  // Behind the last newline there is no line.
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function unionOf(ours: readonly string[], theirs: readonly string[]): readonly string[] {
  const known = new Set(ours);
  return [...ours, ...theirs.filter((line) => !known.has(line))];
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

/** The rows that must come last, so that what stands is what the merge says and not only the newer row. */
function missingRows({ base, ours, theirs }: MergeSides<Rows>, union: Rows): readonly Issue[] {
  return sortedIssues(union.values()).flatMap((standing) => {
    const [here, there] = [ours.get(standing.id), theirs.get(standing.id)];
    const row = mergedRow(base.get(standing.id), here ?? there ?? standing, there ?? here ?? standing);
    return writeIssue(row) === writeIssue(unrevised(standing)) ? [] : [row];
  });
}

/** Most issues are the same on both sides: then there is nothing to merge. */
function mergedRow(base: Issue | undefined, ours: Issue, theirs: Issue): Issue {
  return writeIssue(ours) === writeIssue(theirs) ? unrevised(ours) : mergeIssue(base, ours, theirs);
}
