import type { IssueGraphData, TreeNode } from "#host";
import { paint } from "../paper.ts";
import { ASCII, BOXES, treeBranches } from "../tree-lines.ts";
import { bounded, hintLine, leftOut, printAll } from "./bounded.ts";
import { type Cell, joinCells, oneLine } from "./columns.ts";
import { cutToWidth, displayWidth } from "./display-width.ts";
import type { RichPaper } from "./rich-paper.ts";
import { isMarked, markCell } from "./states.ts";

/** The dependencies as a tree that fits the screen: marks and colours say how far things are. */
export function issueGraph({ items, isolated }: IssueGraphData, paper: RichPaper): void {
  const { shown, left } = bounded(items, paper);
  // Of all lines: what is left out below may still belong to a branch that is shown.
  const branches = treeBranches(items, paper.screen.boxes ? BOXES : ASCII);
  const lines = shown.map((node, at) => nodeLine(node, branches[at] ?? "", paper));
  if (items.length === 0) lines.push("No dependencies.");
  const apart = isolated === 0 ? [] : [paint(paper, "dim", `${isolated} without dependencies (--all shows them)`)];
  const hint = hintLine("an issue stands above what it needs; dep add <ID> <NEEDS> ties two", paper);
  printAll([...lines, ...leftOut(left, paper), ...apart, hint], paper);
}

/** Below this a title says nothing. */
const NARROW = 12;

function nodeLine(node: TreeNode, branch: string, paper: RichPaper): string {
  const width = paper.screen.columns;
  const note = noteText(node, paper);
  const mark = markCell(node.status, paper);
  const room = width - displayWidth(branch) - displayWidth(mark.text) - displayWidth(note);
  const name = `${oneLine(node.id)}  ${oneLine(node.title ?? "there is no such issue")}`;
  const cells: readonly Cell[] = [
    { text: branch, style: "dim" },
    mark,
    { text: cutToWidth(name, Math.max(NARROW, room)), style: nameStyle(node) },
    { text: note, style: node.kind === "cycle" || node.kind === "missing" ? "red" : "dim" },
  ];
  return joinCells(cells, { paper, width });
}

function nameStyle({ status, kind }: TreeNode): Cell["style"] {
  return kind === "missing" ? "red" : status === "closed" ? "dim" : undefined;
}

/** What is special about a node. A screen without marks says the status in letters. */
function noteText({ kind, types, blocking, status, hidden }: TreeNode, { screen }: RichPaper): string {
  const ties =
    types.length === 0 || (blocking && types.length === 1 && types[0] === "blocks") ? [] : types.map(oneLine);
  const known = status === null || (screen.boxes && isMarked(status)) ? [] : [oneLine(status)];
  const more = hidden === 0 ? [] : [`${hidden} below`];
  const notes = [...known, ...ties, ...KIND_NOTES[kind], ...more];
  return notes.length === 0 ? "" : ` (${notes.join(", ")})`;
}

const KIND_NOTES: { readonly [K in TreeNode["kind"]]: readonly string[] } = {
  issue: [],
  missing: ["missing"],
  cycle: ["cycle: back to the top of this branch"],
  seen: ["shown above"],
};
