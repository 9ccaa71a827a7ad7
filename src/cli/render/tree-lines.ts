import type { TreeNode } from "#host";

/** What the branches of a tree are drawn with: before a node that others follow, before the last one, below either. */
export interface Strokes {
  readonly branch: string;
  readonly last: string;
  readonly below: string;
  readonly blank: string;
}

/** Lines, for screens that draw them. */
export const BOXES: Strokes = { branch: "├─ ", last: "└─ ", below: "│  ", blank: "   " };
/** Letters only. */
export const ASCII: Strokes = { branch: "|- ", last: "`- ", below: "|  ", blank: "   " };

/** What stands before each node of a tree, in order. */
export function treeBranches(nodes: readonly Pick<TreeNode, "depth">[], strokes: Strokes): readonly string[] {
  const branches: string[] = [];
  /** For each depth whether a later node hangs on the same one above. */
  const followed: boolean[] = [];
  // From the end: then it is known what follows.
  for (const { depth } of nodes.toReversed()) {
    const own = depth === 0 ? "" : followed[depth] === true ? strokes.branch : strokes.last;
    branches.push(aboveText(depth, followed, strokes) + own);
    // What hangs on this node itself says nothing about the nodes before it.
    followed.length = depth;
    followed[depth] = true;
  }
  return branches.toReversed();
}

function aboveText(depth: number, followed: readonly boolean[], { below, blank }: Strokes): string {
  let text = "";
  for (let at = 1; at < depth; at++) text += followed[at] === true ? below : blank;
  return text;
}
