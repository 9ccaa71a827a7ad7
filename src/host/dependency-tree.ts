import { blocksIssue, type Issue } from "#kernel";
import { byNaturalOrder } from "./natural-order.ts";

/** One line of a dependency tree, below the nearest line before it that is less deep. */
export interface TreeNode {
  readonly depth: number;
  readonly id: string;
  /** An issue that is shown here; one that is not there; one that stands above on this branch; one that was shown before. */
  readonly kind: "issue" | "missing" | "cycle" | "seen";
  readonly title: string | null;
  readonly status: string | null;
  readonly priority: number | null;
  /** Why it stands below the issue above; empty at a root. */
  readonly types: readonly string[];
  readonly blocking: boolean;
  /** How many issues it needs that are not shown below it. */
  readonly hidden: number;
}

/** What of the graph is wanted. */
export interface TreeWish {
  /** The one root; undefined: all that nothing else waits for. */
  readonly root: string | undefined;
  /** How deep to go. */
  readonly depth: number;
  /** Closed issues are followed too, and issues without dependencies are roots. */
  readonly all: boolean;
}

/** A tree of issues, each above what it needs, and how many issues were left out because nothing ties them to others. */
export interface DependencyTree {
  readonly nodes: readonly TreeNode[];
  readonly isolated: number;
}

type Issues = ReadonlyMap<string, Issue>;
type Needs = ReadonlyMap<string, readonly string[]>;

/** Lays the graph out as a tree: each issue once, in an order that is always the same. Ends on every graph, whatever its cycles. */
export function dependencyTree(issues: Issues, wish: TreeWish): DependencyTree {
  const walk = new Walk(issues, wish);
  if (wish.root !== undefined) {
    walk.from(wish.root);
    return { nodes: walk.nodes, isolated: 0 };
  }
  const { roots, isolated } = rootsOf(issues, wish.all);
  for (const root of roots) walk.from(root);
  return { nodes: walk.nodes, isolated };
}

interface Place {
  readonly id: string;
  readonly depth: number;
  readonly types: readonly string[];
}

class Walk {
  readonly nodes: TreeNode[] = [];
  readonly #issues: Issues;
  readonly #wish: TreeWish;
  readonly #shown = new Set<string>();
  /** The issues above the place at hand, the root first. */
  readonly #branch: string[] = [];
  readonly #onBranch = new Set<string>();

  constructor(issues: Issues, wish: TreeWish) {
    this.#issues = issues;
    this.#wish = wish;
  }

  /** A list of places still to go to, not recursion: a chain may be longer than the stack. */
  from(root: string): void {
    const places: Place[] = [{ id: root, depth: 0, types: [] }];
    for (let place = places.pop(); place !== undefined; place = places.pop()) {
      this.#leaveBranch(place.depth);
      for (const below of this.#visit(place).toReversed()) places.push(below);
    }
    this.#leaveBranch(0);
  }

  /** Writes one node down and answers what stands below it. */
  #visit(place: Place): readonly Place[] {
    const issue = this.#issues.get(place.id);
    if (issue === undefined) return this.#note(place, "missing", undefined, 0);
    if (this.#onBranch.has(issue.id)) return this.#note(place, "cycle", issue, 0);
    if (this.#shown.has(issue.id)) return this.#note(place, "seen", issue, 0);
    const below = placesBelow(issue, place.depth + 1);
    const isLeaf = place.depth > 0 && issue.status === "closed" && !this.#wish.all;
    const isDeep = place.depth >= this.#wish.depth;
    // What was cut off here may be shown whole where it stands less deep.
    if (!isDeep || below.length === 0) this.#shown.add(issue.id);
    if (isLeaf || isDeep) return this.#note(place, "issue", issue, below.length);
    this.#branch.push(issue.id);
    this.#onBranch.add(issue.id);
    this.#note(place, "issue", issue, 0);
    return below;
  }

  #note({ id, depth, types }: Place, kind: TreeNode["kind"], issue: Issue | undefined, hidden: number): [] {
    const { title = null, status = null, priority = null } = issue ?? {};
    this.nodes.push({ depth, id, kind, title, status, priority, types, blocking: types.some(blocksIssue), hidden });
    return [];
  }

  #leaveBranch(depth: number): void {
    for (const id of this.#branch.splice(depth)) this.#onBranch.delete(id);
  }
}

/** What an issue needs, each once: first what holds it back, then the rest, by id. */
function placesBelow(issue: Issue, depth: number): readonly Place[] {
  const types = Map.groupBy(issue.dependencies, ({ depends_on_id }) => depends_on_id);
  const places = [...types].map(([id, edges]) => ({ id, depth, types: edges.map(({ type }) => type) }));
  const rank = (place: Place): number => (place.types.some(blocksIssue) ? 0 : 1);
  return places.sort((one, other) => rank(one) - rank(other) || byNaturalOrder(one.id, other.id));
}

/** The issues that nothing waits for, and of each circle that nothing leads into its first one. */
function rootsOf(issues: Issues, all: boolean): { readonly roots: readonly string[]; readonly isolated: number } {
  const pool = [...issues.values()].filter(({ status }) => all || status !== "closed");
  const needs: Needs = new Map(
    pool.map(({ id, dependencies }) => [id, dependencies.map((edge) => edge.depends_on_id)]),
  );
  const needed = new Set([...needs].flatMap(([id, targets]) => targets.filter((target) => target !== id)));
  const ids = [...needs.keys()].sort(byNaturalOrder);
  const isIsolated = (id: string): boolean => needs.get(id)?.length === 0 && !needed.has(id);
  const tied = all ? ids : ids.filter((id) => !isIsolated(id));
  const roots = tied.filter((id) => !needed.has(id));
  const reached = new Set<string>();
  for (const root of roots) reach(root, needs, reached);
  for (const id of tied) {
    if (reached.has(id)) continue;
    roots.push(id);
    reach(id, needs, reached);
  }
  return { roots, isolated: ids.length - tied.length };
}

function reach(root: string, needs: Needs, reached: Set<string>): void {
  const open = [root];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    for (const target of needs.get(id) ?? []) open.push(target);
  }
}
