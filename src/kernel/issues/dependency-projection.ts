import { byCodePoint } from "../digest/order.ts";
import { findCycle, type GraphScope } from "./cycles.ts";
import { dependencyMeaning, type DependencyView } from "./dependency-types.ts";
import type { Issue } from "./issue.ts";

/** One dependency as a view shows it (contract memory 1.3). */
export interface ProjectedDependency {
  readonly issueId: string;
  readonly dependsOnId: string;
  readonly type: string;
  readonly view: DependencyView;
  readonly role: string;
  /** Whether it holds its issue back, whatever the view. */
  readonly blocking: boolean;
  readonly createdBy: string;
}

/** Whether dependencies run in a circle, and the first that do. */
export interface GraphIntegrity {
  readonly hasCycle: boolean;
  readonly cyclePath: readonly string[] | null;
}

/** Every dependency in one view, by issue, target, type and author. A type of another tool informs and blocks nothing. */
export function projectDependencies(
  issues: ReadonlyMap<string, Issue>,
  view: DependencyView,
): readonly ProjectedDependency[] {
  return [...issues.values()]
    .flatMap(({ dependencies }) => dependencies)
    .map((row) => {
      const { blocking, roles } = dependencyMeaning(row.type);
      const edge = { issueId: row.issue_id, dependsOnId: row.depends_on_id, type: row.type, createdBy: row.created_by };
      return { ...edge, view, role: roles[view], blocking };
    })
    .sort(inOrder);
}

/** What `dep diagnostics` and `dep project` say about the graph. */
export function graphIntegrity(issues: ReadonlyMap<string, Issue>, scope: GraphScope): GraphIntegrity {
  const cyclePath = findCycle(issues, scope) ?? null;
  return { hasCycle: cyclePath !== null, cyclePath };
}

function inOrder(left: ProjectedDependency, right: ProjectedDependency): number {
  return (
    byCodePoint(left.issueId, right.issueId) ||
    byCodePoint(left.dependsOnId, right.dependsOnId) ||
    byCodePoint(left.type, right.type) ||
    byCodePoint(left.createdBy, right.createdBy)
  );
}
