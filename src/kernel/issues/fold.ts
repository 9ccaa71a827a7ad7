import { byCodePoint } from "../digest/order.ts";
import type { Issue } from "./issue.ts";
import { compareTimestamps, type Timestamp } from "./timestamp.ts";
import { writeIssue } from "./write-issue.ts";

/** What has to be known of the row that stands, so that a later one can be compared with it. */
export type Standing = {
  /** The row's own, or one more than that of the row it took over from. */
  readonly rev: number;
  readonly updated_at: Timestamp;
  /** Empty when nobody was named. */
  readonly by: string;
  /** The row has a `rev` of its own. */
  readonly explicit: boolean;
};

/** What counts of a row that comes later in the file. */
export type FoldRow = Pick<Issue, "rev" | "updated_at" | "by">;

/** The two texts, asked for only when all else is equal. */
export interface RowTexts {
  readonly before: () => string;
  readonly next: () => string;
}

/**
 * The new standing when the later row takes over, undefined when the earlier one stays. Among rows that have a `rev` the order in the file
 * does not matter, which makes `merge=union` safe; a row without one follows the contract's "last line wins" (memory 1.1).
 */
export function foldRow(before: Standing | undefined, next: FoldRow, texts: RowTexts): Standing | undefined {
  const standing: Standing = {
    rev: next.rev ?? (before === undefined ? 0 : before.rev + 1),
    updated_at: next.updated_at,
    by: next.by ?? "",
    explicit: next.rev !== undefined,
  };
  if (before === undefined) return standing;
  const order = compareStandings(standing, before) || byCodePoint(texts.next(), texts.before());
  return order > 0 ? standing : undefined;
}

/**
 * The newer of two rows of one issue that were never in one file: by `rev` when both have one, else by `updated_at`. The left one stays when
 * they say the same, and a row that has a `rev` against one of the same time that has none.
 */
export function newerRow(left: Issue, right: Issue): Issue {
  if (left.rev !== undefined && right.rev !== undefined) {
    const texts = { before: () => writeIssue(left), next: () => writeIssue(right) };
    const standing = { rev: left.rev, updated_at: left.updated_at, by: left.by ?? "", explicit: true };
    return foldRow(standing, right, texts) === undefined ? left : right;
  }
  const order = compareTimestamps(right.updated_at, left.updated_at);
  if (order !== 0) return order > 0 ? right : left;
  if (left.rev !== right.rev) return left.rev === undefined ? right : left;
  return writeIssue(left) === writeIssue(right) ? left : right;
}

function compareStandings(left: Standing, right: Standing): number {
  if (left.rev !== right.rev) return left.rev - right.rev;
  return compareTimestamps(left.updated_at, right.updated_at) || byCodePoint(left.by, right.by);
}
