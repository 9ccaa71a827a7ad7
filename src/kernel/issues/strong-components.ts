/** A node of a directed graph, with room for the search. */
export interface GraphNode {
  readonly id: string;
  readonly targets: GraphNode[];
  /** Number of the strongly connected component, once {@link markComponents} has run. */
  component: number;
  order: number;
  low: number;
  next: number;
}

const UNSEEN = -1;

/** A node that nobody has looked at yet. */
export function graphNode(id: string): GraphNode {
  return { id, targets: [], component: UNSEEN, order: UNSEEN, low: UNSEEN, next: 0 };
}

/** Numbers the strongly connected components: two nodes share one exactly when each leads to the other. One pass, without recursion. */
export function markComponents(nodes: Iterable<GraphNode>): void {
  const open: GraphNode[] = [];
  let seen = 0;
  let components = 0;
  for (const root of nodes) {
    const path = root.order === UNSEEN ? [root] : [];
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      if (node.order === UNSEEN) {
        node.order = node.low = seen++;
        open.push(node);
      }
      const target = node.targets[node.next++];
      if (target === undefined) {
        path.pop();
        const parent = path.at(-1);
        if (parent !== undefined) parent.low = Math.min(parent.low, node.low);
        if (node.low === node.order) closeComponent(node, open, components++);
      } else if (target.order === UNSEEN) path.push(target);
      else if (target.component === UNSEEN) node.low = Math.min(node.low, target.order);
    }
  }
}

function closeComponent(root: GraphNode, open: GraphNode[], component: number): void {
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    node.component = component;
    if (node === root) return;
  }
}
