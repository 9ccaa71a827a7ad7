import { present } from "../evidence/text.ts";
import type { Decision } from "./decision.ts";
import { DEPENDENCY_TYPES, parseDependencyType } from "./dependency-types.ts";
import { findPath } from "./find-path.ts";
import type { Dependency, Issue } from "./issue.ts";
import type { IssueFailure } from "./issue-failure.ts";
import type { IssueArgs } from "./issue-mutation.ts";
import type { IssueView } from "./issue-view.ts";
import { changedTo, type Outcome, refused } from "./outcome.ts";
import type { Timestamp } from "./timestamp.ts";

interface Edge {
  readonly issueId: string;
  readonly dependsOnId: string;
  readonly type: string;
}

/** Adds a dependency at the end of its issue's row; one that would close a cycle over all types and statuses is refused (contract memory 1.3). */
export function decideDependencyAdd(view: IssueView, args: IssueArgs["dep.add"], now: Timestamp): Decision {
  if (parseDependencyType(args.type) === undefined) return unknownType(args.type);
  const ends = existingEnds(view, args);
  if (!ends.ok) return ends;
  const issue = ends.value;
  if (issue.dependencies.some((row) => isEdge(row, args))) return alreadyThere(args);
  const failure = cycleFailure(view, args);
  if (failure !== undefined) return { ok: false, failure };
  return changedTo(withDependencies(issue, [...issue.dependencies, rowOf(args, args.createdBy ?? "")], now));
}

/** Removes every row of a dependency; its target need not exist, its type need not be one of ours (contract memory 1.3). */
export function decideDependencyRemove(view: IssueView, args: IssueArgs["dep.remove"], now: Timestamp): Decision {
  const issue = view.get(args.issueId);
  if (issue === undefined) return notFound(args.issueId);
  const kept = issue.dependencies.filter((row) => !isEdge(row, args));
  if (kept.length === issue.dependencies.length) return notThere(args);
  return changedTo(withDependencies(issue, kept, now));
}

/** Gives a dependency another type in its place; cycles are not looked for (contract memory 1.3). */
export function decideDependencyReplace(view: IssueView, args: IssueArgs["dep.replace"], now: Timestamp): Decision {
  if (parseDependencyType(args.toType) === undefined) return unknownType(args.toType);
  const { issueId, dependsOnId, fromType, toType } = args;
  const to: Edge = { issueId, dependsOnId, type: toType };
  const ends = existingEnds(view, to);
  if (!ends.ok) return ends;
  const rows = ends.value.dependencies;
  const from: Edge = { issueId, dependsOnId, type: fromType };
  const at = rows.findIndex((row) => isEdge(row, from));
  const before = rows[at];
  if (before === undefined) return notThere(from);
  if (rows.some((row, index) => index !== at && isEdge(row, to))) return alreadyThere(to);
  const createdBy = present(args.createdBy) === undefined ? before.created_by : (args.createdBy ?? "");
  const replaced = rows.with(at, { ...before, type: toType, created_by: createdBy });
  return changedTo(withDependencies(ends.value, replaced, now));
}

/** Why an edge may not be: the target already leads back to the issue. The way is in the message (contract memory 1.3). */
export function cycleFailure(view: IssueView, edge: Edge): IssueFailure | undefined {
  const way = findPath(edge.dependsOnId, edge.issueId, (id) => view.neighbours(id));
  if (way === undefined) return undefined;
  const path = [edge.issueId, ...way].join(" -> ");
  return { code: "dependency_cycle", message: `dependency cycle detected: ${edgeText(edge)}; path: ${path}` };
}

/** The issue that gets the edge, if both ends exist and differ. */
function existingEnds(view: IssueView, edge: Edge): Outcome<Issue> {
  const issue = view.get(edge.issueId);
  if (issue === undefined) return notFound(edge.issueId);
  if (view.get(edge.dependsOnId) === undefined) return notFound(edge.dependsOnId);
  if (edge.issueId !== edge.dependsOnId) return { ok: true, value: issue };
  return refused("dependency_self_loop", `dependency self-loop is not allowed: ${edge.issueId} (${edge.type})`);
}

function isEdge(row: Dependency, { dependsOnId, type }: Edge): boolean {
  return row.depends_on_id === dependsOnId && row.type === type;
}

function rowOf({ issueId, dependsOnId, type }: Edge, createdBy: string): Dependency {
  return { issue_id: issueId, depends_on_id: dependsOnId, type, created_by: createdBy };
}

function withDependencies(issue: Issue, dependencies: readonly Dependency[], now: Timestamp): Issue {
  return { ...issue, dependencies, updated_at: now };
}

function edgeText({ issueId, dependsOnId, type }: Edge): string {
  return `${issueId} -> ${dependsOnId} (${type})`;
}

function notFound(id: string): ReturnType<typeof refused> {
  return refused("issue_not_found", `issue not found: ${id}`);
}

function alreadyThere(edge: Edge): Decision {
  return refused("dependency_exists", `dependency already exists: ${edgeText(edge)}`);
}

function notThere(edge: Edge): Decision {
  return refused("dependency_not_found", `dependency not found: ${edgeText(edge)}`);
}

function unknownType(type: string): Decision {
  const known = DEPENDENCY_TYPES.join(", ");
  return refused("dependency_type_unknown", `unknown dependency type: ${type} (expected one of: ${known})`);
}
