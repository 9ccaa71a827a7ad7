import { expect, test } from "vitest";
import type { TreeNode } from "#host";
import { printedLines } from "../../../../tests/support/rich-paper.ts";
import { displayWidth } from "./display-width.ts";
import { issueGraph } from "./issue-graph.ts";

function node(depth: number, id: string, more: Partial<TreeNode> = {}): TreeNode {
  const types = depth === 0 ? [] : ["blocks"];
  const issue = { kind: "issue", title: `Title ${id}`, status: "open", priority: 2, hidden: 0 } as const;
  return { depth, id, types, blocking: depth > 0, ...issue, ...more };
}

const GRAPH = {
  action: "issue.graph",
  issuesPath: "p",
  root: null,
  count: 6,
  isolated: 3,
  items: [
    node(0, "a"),
    node(1, "b", { status: "in_progress" }),
    node(2, "a", { kind: "cycle" }),
    node(2, "c", { status: "closed", hidden: 2 }),
    node(1, "b", { kind: "seen", types: ["related"], blocking: false, status: "in_progress" }),
    node(1, "ghost", { kind: "missing", title: null, status: null, priority: null }),
  ],
} as const;

test("a tree marks states, cycles, missing issues and what was shown before", () => {
  expect(printedLines(issueGraph, GRAPH)).toEqual([
    "○ a  Title a",
    "├─ ● b  Title b",
    "│  ├─ ○ a  Title a (cycle: back to the top of this branch)",
    "│  └─ ✓ c  Title c (2 below)",
    "├─ ● b  Title b (related, shown above)",
    "└─ ? ghost  there is no such issue (missing)",
    "3 without dependencies (--all shows them)",
    "hint: an issue stands above what it needs; dep add <ID> <NEEDS> ties two",
  ]);
});

test("a dumb terminal gets letters only, and states in words", () => {
  expect(printedLines(issueGraph, GRAPH, { boxes: false }).slice(0, 4)).toEqual([
    "a  Title a (open)",
    "|- b  Title b (in_progress)",
    "|  |- a  Title a (open, cycle: back to the top of this branch)",
    "|  `- c  Title c (closed, 2 below)",
  ]);
});

test("no line of the tree is wider than the screen, however deep it stands", () => {
  const items = Array.from({ length: 40 }, (_, depth) =>
    node(depth, `bd-${depth}`, { kind: depth === 39 ? "cycle" : "issue" }),
  );
  const lines = printedLines(issueGraph, { ...GRAPH, items, isolated: 0 }, { columns: 30, all: true });
  for (const line of lines.slice(0, 40)) expect(displayWidth(line)).toBeLessThanOrEqual(30);
});

test("a graph of nothing says so", () => {
  expect(printedLines(issueGraph, { ...GRAPH, items: [], isolated: 0 })[0]).toBe("No dependencies.");
});
