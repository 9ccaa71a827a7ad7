import { byCodePoint, sortedByCodePoint } from "../digest/order.ts";
import { findPath } from "./find-path.ts";
import type { Issue } from "./issue.ts";
import { neighboursOf } from "./issue-view-of.ts";
import { isActive } from "./status.ts";
import { type GraphNode, graphNode, markComponents } from "./strong-components.ts";

/** Which issues a look at the graph takes in: work to do only, or everything (contract memory 1.5). */
export type GraphScope = "active" | "full";

/**
 * The first dependency cycle, as the ids along it with the first one again at the end: of the smallest id on any cycle, through its
 * smallest target, by the shortest way (contract memory 1.5). Linear, also when there is none.
 */
export function findCycle(issues: ReadonlyMap<string, Issue>, scope: GraphScope): readonly string[] | undefined {
  const nodes = graphOf(issues, scope);
  markComponents(nodes.values());
  let first: { readonly node: GraphNode; readonly target: string } | undefined;
  for (const node of nodes.values()) {
    if (first !== undefined && byCodePoint(first.node.id, node.id) < 0) continue;
    const target = cyclicTarget(node);
    if (target !== undefined) first = { node, target };
  }
  if (first === undefined) return undefined;
  const { node, target } = first;
  // Ways out of the component never come back: leaving them out changes no shortest way.
  const way = findPath(target, node.id, (id) =>
    neighboursOf(issues.get(id)).filter((next) => isWithin(nodes, next, node)),
  );
  return way && [node.id, ...way];
}

function graphOf(issues: ReadonlyMap<string, Issue>, scope: GraphScope): ReadonlyMap<string, GraphNode> {
  const nodes = new Map<string, GraphNode>();
  for (const [id, issue] of issues) if (scope === "full" || isActive(issue)) nodes.set(id, graphNode(id));
  for (const [id, node] of nodes) {
    for (const { depends_on_id: target } of issues.get(id)?.dependencies ?? []) {
      const found = nodes.get(target);
      if (found !== undefined) node.targets.push(found);
    }
  }
  return nodes;
}

/** The smallest target from which a way leads back; the issue itself counts. */
function cyclicTarget(node: GraphNode): string | undefined {
  const targets = node.targets.filter(({ component }) => component === node.component);
  return sortedByCodePoint(targets.map(({ id }) => id))[0];
}

function isWithin(nodes: ReadonlyMap<string, GraphNode>, id: string, { component }: GraphNode): boolean {
  return nodes.get(id)?.component === component;
}
