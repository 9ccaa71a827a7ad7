import { byCodePoint } from "../digest/order.ts";
import type { Sha256 } from "../digest/digest.ts";
import type { Dependency, Issue } from "./issue.ts";
import { sortedIssues } from "./issue-file.ts";
import { contractRowWith } from "./write-issue.ts";

/** The digest of what issues say, whatever order they and their edges stand in (contract memory 1.9): the contract's fields, no deleted ones. */
export function snapshotRef(issues: Iterable<Issue>, sha256: Sha256): string {
  return `iss1_${sha256(
    canonicalRows(issues)
      .map((row) => `${row}\n`)
      .join(""),
  )}`;
}

/** Two stores say the same exactly when these are equal (contract memory 1.9). */
export function canonicalRows(issues: Iterable<Issue>): readonly string[] {
  return sortedIssues(issues)
    .filter(({ tombstone }) => tombstone !== true)
    .map((issue) => contractRowWith(issue, sortedDependencies(issue.dependencies)));
}

/** Edges in the order of snapshots and events: target, type, creator, owner. */
export function sortedDependencies(dependencies: readonly Dependency[]): readonly Dependency[] {
  return dependencies.length < 2 ? dependencies : dependencies.toSorted(compareDependencies);
}

function compareDependencies(left: Dependency, right: Dependency): number {
  return (
    byCodePoint(left.depends_on_id, right.depends_on_id) ||
    byCodePoint(left.type, right.type) ||
    byCodePoint(left.created_by, right.created_by) ||
    byCodePoint(left.issue_id, right.issue_id)
  );
}
