import type { Utf8 } from "../json/utf8.ts";
import type { Decision } from "./decision.ts";
import { foldRow, newerRow, type Standing } from "./fold.ts";
import type { Issue } from "./issue.ts";
import type { IssueArgs } from "./issue-mutation.ts";
import type { IssueView } from "./issue-view.ts";
import { asWritten, type Outcome, refused } from "./outcome.ts";
import { readIssue } from "./read-issue.ts";
import { byId } from "./ready.ts";
import { writeIssue } from "./write-issue.ts";

/** Takes rows over as they are: all of them or, merging, those that are new or newer by the fold. One bad row refuses all. */
export function decideImport(view: IssueView, args: IssueArgs["issue.import"], utf8: Utf8): Decision {
  const read = readRows(args.rows, utf8);
  if (!read.ok) return read;
  const rows = [...read.value.values()].sort(byId);
  if (args.mode === "replace") {
    return {
      ok: true,
      changed: rows.map((row) => withToken(row, view.get(row.id))),
      issue: undefined,
      replacesAll: true,
    };
  }
  const changed = rows.flatMap((row) => merged(view, row));
  return { ok: true, changed, issue: undefined };
}

/** The rows by id; of two with one id the one that a file of both would mean. */
function readRows(rows: readonly string[], utf8: Utf8): Outcome<ReadonlyMap<string, Issue>> {
  const issues = new Map<string, Issue>();
  const standings = new Map<string, Standing>();
  for (const [at, text] of rows.entries()) {
    if (!text.isWellFormed()) return refused("import_invalid", `row ${at + 1}: lone surrogate in text`);
    const read = readIssue(utf8.encode(text), utf8);
    if (!read.ok) return refused("import_invalid", `row ${at + 1}: ${read.problem}`);
    const row = asWritten(read.issue);
    const before = issues.get(row.id) ?? row;
    const texts = { before: () => writeIssue(before), next: () => writeIssue(row) };
    const standing = foldRow(standings.get(row.id), row, texts);
    if (standing === undefined) continue;
    standings.set(row.id, standing);
    issues.set(row.id, row);
  }
  return { ok: true, value: issues };
}

function merged(view: IssueView, row: Issue): readonly Issue[] {
  const known = view.get(row.id);
  // A deleted id stays deleted.
  if (known === undefined) return view.taken(row.id) ? [] : [row];
  return newerRow(known, row) === known ? [] : [withToken(row, known)];
}

/** A fencing token never falls, whatever the other side had. */
function withToken(row: Issue, known: Issue | undefined): Issue {
  const token = Math.max(row.token ?? 0, known?.token ?? 0);
  return token === (row.token ?? 0) ? row : { ...row, token };
}
