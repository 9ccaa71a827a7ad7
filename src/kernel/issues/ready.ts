import { byCodePoint } from "../digest/order.ts";
import { blocksIssue } from "./dependency-types.ts";
import type { Dependency, Issue } from "./issue.ts";

/** How an issue is found by its id. */
export type Lookup = (id: string) => Issue | undefined;

/** Whether a dependency still holds its issue back: a target that is missing or not exactly `closed` does (contract memory 1.4). */
export function isUnresolved(dependency: Dependency, lookup: Lookup): boolean {
  return blocksIssue(dependency.type) && lookup(dependency.depends_on_id)?.status !== "closed";
}

/** Whether nothing on the issue's own row holds it back. Claiming asks this. */
export function isUnblocked(issue: Issue, lookup: Lookup): boolean {
  return !issue.dependencies.some((dependency) => isUnresolved(dependency, lookup));
}

/**
 * The open issues that nothing holds back, by id. Edges count for the `issue_id` they name, on whichever row they stand; claim-next
 * goes by the row instead (contract memory 1.4).
 */
export function readyIssues(issues: ReadonlyMap<string, Issue>): readonly Issue[] {
  const lookup: Lookup = (id) => issues.get(id);
  const held = new Set<string>();
  for (const issue of issues.values()) {
    for (const edge of issue.dependencies) if (isUnresolved(edge, lookup)) held.add(edge.issue_id);
  }
  return [...issues.values()].filter(({ id, status }) => status === "open" && !held.has(id)).sort(byId);
}

/** Orders issues by id, in UTF-8 byte order. */
export function byId(left: Issue, right: Issue): number {
  return byCodePoint(left.id, right.id);
}
