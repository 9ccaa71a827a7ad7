import { orderFor } from "../digest/order.ts";
import type { Utf8 } from "../json/utf8.ts";
import { findCorruption } from "./corruption.ts";
import { foldRow, type RowTexts, type Standing } from "./fold.ts";
import type { Issue } from "./issue.ts";
import { type IssueLine, readIssueLines } from "./issue-lines.ts";
import { writeIssue } from "./write-issue.ts";

/** A whole issue file: what stands of it, and what was met on the way. */
export interface IssueFile {
  readonly ok: true;
  /** Every issue that is not deleted, by id in byte order. */
  readonly issues: ReadonlyMap<string, Issue>;
  /** Every deleted one, by id in byte order. */
  readonly tombstones: ReadonlyMap<string, Issue>;
  /** How each row that stands compares with one that comes later, deleted ones too. */
  readonly standings: ReadonlyMap<string, Standing>;
  /** Physical lines, blank ones too. */
  readonly lines: number;
  /** Text of the comments, in order, as they stand in the file. */
  readonly comments: readonly string[];
  /** Numbers of the lines that belong to a conflict git has left. */
  readonly conflictMarkers: readonly number[];
  /** Ids under which two clones each made an issue of their own: only the newer one stands. */
  readonly collisions: ReadonlySet<string>;
  /** The last line, when it has no newline: whether it was taken as a row. */
  readonly tail: { readonly offset: number; readonly length: number; readonly taken: boolean } | undefined;
}

/** Reads a whole issue file, or gives the contract's text of why it is none (memory 1.1), naming it as `path`. */
export function loadIssueFile(
  bytes: Uint8Array,
  utf8: Utf8,
  path: string,
): IssueFile | { readonly ok: false; readonly message: string } {
  const corruption = findCorruption(bytes, utf8);
  if (corruption !== undefined) return { ok: false, message: `corrupted substrate: ${path}: ${corruption}` };
  const seen = new Seen(bytes, utf8);
  readIssueLines(bytes, utf8, { offset: 0, line: 1 }, (line) => seen.take(line));
  return seen.problem === undefined ? seen.file() : { ok: false, message: seen.problem };
}

/** Issues by id in byte order, the way the file is written. */
export function sortedIssues(issues: Iterable<Issue>): Issue[] {
  const all = [...issues];
  const order = orderFor(all.map(({ id }) => id));
  return all.sort((left, right) => order(left.id, right.id));
}

/** What tells an issue from another of the same id. */
export type MadeIssue = Pick<Issue, "rev" | "created_at">;

/** Whether two of our rows of one id were made apart: an issue keeps the moment it was made. */
export function isOtherIssue(one: MadeIssue, other: MadeIssue): boolean {
  return one.rev !== undefined && other.rev !== undefined && one.created_at !== other.created_at;
}

class Seen {
  problem: string | undefined;
  readonly #bytes: Uint8Array;
  readonly #utf8: Utf8;
  readonly #rows = new Map<string, Issue>();
  readonly #standings = new Map<string, Standing>();
  readonly #comments: string[] = [];
  readonly #conflicts: number[] = [];
  readonly #collisions = new Set<string>();
  #lines = 0;
  #tail: IssueFile["tail"];

  constructor(bytes: Uint8Array, utf8: Utf8) {
    this.#bytes = bytes;
    this.#utf8 = utf8;
  }

  take(line: IssueLine): void {
    this.#lines += 1;
    switch (line.kind) {
      case "issue":
        return this.#fold(line.issue);
      case "unterminated":
        this.#tail = { offset: line.offset, length: line.length, taken: true };
        return this.#fold(line.issue);
      case "torn":
        this.#tail = { offset: line.offset, length: line.length, taken: false };
        return;
      case "comment":
        this.#comments.push(this.#utf8.decode(this.#bytes, line.offset, line.offset + line.length) ?? "");
        return;
      case "conflict":
        this.#conflicts.push(line.number);
        return;
      case "bad":
        this.problem ??= `line ${line.number}: parse error: ${line.problem}`;
        return;
      case "blank":
        return;
      default:
        return line satisfies never;
    }
  }

  #fold(issue: Issue): void {
    const before = this.#rows.get(issue.id);
    if (before !== undefined && isOtherIssue(before, issue)) this.#collisions.add(issue.id);
    const texts = before === undefined ? NO_TEXTS : { before: () => writeIssue(before), next: () => writeIssue(issue) };
    const standing = foldRow(this.#standings.get(issue.id), issue, texts);
    if (standing === undefined) return;
    this.#rows.set(issue.id, issue);
    this.#standings.set(issue.id, standing);
  }

  file(): IssueFile {
    const issues = new Map<string, Issue>();
    const tombstones = new Map<string, Issue>();
    for (const issue of sortedIssues(this.#rows.values())) {
      (issue.tombstone === true ? tombstones : issues).set(issue.id, issue);
    }
    return {
      ok: true,
      issues,
      tombstones,
      standings: this.#standings,
      lines: this.#lines,
      comments: this.#comments,
      conflictMarkers: this.#conflicts,
      collisions: this.#collisions,
      tail: this.#tail,
    };
  }
}

/** A first row is compared with nothing. */
const NO_TEXTS: RowTexts = { before: () => "", next: () => "" };
