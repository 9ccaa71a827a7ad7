import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { dependencyTree, type TreeNode } from "../dependency-tree.ts";
import { wholeNumber } from "../given.ts";
import { refusedChange } from "../issue-refusal.ts";
import { resolveId } from "../resolve-id.ts";
import { readingIssues } from "../with-issues.ts";

/** The dependencies as a tree, line by line: each issue above what it needs. */
export interface IssueGraphData {
  readonly action: "issue.graph";
  readonly issuesPath: string;
  readonly root: string | null;
  readonly count: number;
  /** Issues that are tied to no other and were left out. */
  readonly isolated: number;
  readonly items: readonly TreeNode[];
}

/** Shows what an issue needs, and what that needs; without an id, the whole graph. */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<IssueGraphData>> {
  return readingIssues(args, ports, ({ store, path }) => {
    const [named] = args.operands;
    const id = named === undefined ? undefined : resolveId(named, store, ports);
    if (id?.ok === false) return id;
    const root = id?.data;
    const { issues } = store.load();
    if (root !== undefined && !issues.has(root))
      return refusedChange({ code: "issue_not_found", message: `issue not found: ${root}` });
    const depth = wholeNumber(args, "depth") ?? 0;
    const { nodes, isolated } = dependencyTree(issues, { root, depth, all: args.switches.has("all") });
    const answer = { root: root ?? null, count: nodes.length, isolated, items: nodes };
    return { ok: true, data: { action: "issue.graph", issuesPath: path, ...answer } };
  });
}
