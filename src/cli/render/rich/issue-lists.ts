import { byNaturalOrder, type IssueBlockedData, type IssueListData, type IssueReadyData } from "#host";
import { bounded, hintLine, leftOut, printAll } from "./bounded.ts";
import { type Cell, type Column, layOutColumns, oneLine } from "./columns.ts";
import { cutToWidth } from "./display-width.ts";
import type { RichPaper } from "./rich-paper.ts";
import { priorityStyle, statusStyle } from "./states.ts";

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly priority: number;
}

const ID: Column = { head: "ID" };
const PRIORITY: Column = { head: "P" };
const STATUS: Column = { head: "STATUS" };
const TITLE: Column = { head: "TITLE", flexible: true };
const ASSIGNEE: Column = { head: "ASSIGNEE", optional: true };

/** Issues as people look for them: what is done last, the most urgent first, then as they count. */
export function forPeople<T extends Listed>(items: readonly T[]): readonly T[] {
  const rank = ({ status }: T): number => (status === "closed" ? 1 : 0);
  return items.toSorted(
    (one, other) => rank(one) - rank(other) || one.priority - other.priority || byNaturalOrder(one.id, other.id),
  );
}

/** Issues in columns that fit the screen. */
export function issueList({ items }: IssueListData, paper: RichPaper): void {
  if (items.length === 0)
    return nothing("No issues.", "issue add <TITLE> adds one; --status and --assignee narrow the list", paper);
  const { shown, left } = bounded(forPeople(items), paper);
  const rows = shown.map((item) => [
    ...idAndPriority(item),
    statusCell(item),
    titleCell(item),
    { text: item.assignee, style: "cyan" } as const,
  ]);
  const lines = layOutColumns([ID, PRIORITY, STATUS, TITLE, ASSIGNEE], rows, { paper, width: paper.screen.columns });
  const hint = hintLine("issue show <ID> shows one, issue ready what can be worked on", paper);
  printAll([...lines, ...leftOut(left, paper), hint], paper);
}

/** Issues that can be worked on, the most urgent first. */
export function issueReady({ items }: IssueReadyData, paper: RichPaper): void {
  if (items.length === 0) return nothing("Nothing is ready.", "issue blocked shows what waits, and for what", paper);
  const { shown, left } = bounded(forPeople(items), paper);
  const rows = shown.map((item) => [...idAndPriority(item), titleCell(item)]);
  const lines = layOutColumns([ID, PRIORITY, TITLE], rows, { paper, width: paper.screen.columns });
  const hint = hintLine("issue claim-next --assignee <WHO> --by priority takes the first", paper);
  printAll([...lines, ...leftOut(left, paper), hint], paper);
}

/** Issues that wait, each above what it waits for. */
export function issueBlocked({ items }: IssueBlockedData, paper: RichPaper): void {
  if (items.length === 0) return nothing("Nothing is blocked.", "issue ready shows what can be worked on", paper);
  const { shown, left } = bounded(forPeople(items), paper, () => 2);
  const rows = shown.map((item) => [...idAndPriority(item), statusCell(item), titleCell(item)]);
  const [head = "", ...lines] = layOutColumns([ID, PRIORITY, STATUS, TITLE], rows, {
    paper,
    width: paper.screen.columns,
  });
  const waits = shown.map((item) => `  ${cutToWidth(waitsFor(item), paper.screen.columns - 2)}`);
  const hint = hintLine("issue graph <ID> shows all that an issue needs", paper);
  printAll([head, ...lines.flatMap((line, at) => [line, waits[at] ?? ""]), ...leftOut(left, paper), hint], paper);
}

function waitsFor({ blockers, manualBlocked }: IssueBlockedData["items"][number]): string {
  const named = blockers.map(
    ({ dependsOnId, blockerStatus }) => `${oneLine(dependsOnId)} (${oneLine(blockerStatus ?? "missing")})`,
  );
  if (named.length === 0) return "marked as blocked";
  return `waits for ${named.join(", ")}${manualBlocked ? ", and is marked as blocked" : ""}`;
}

function idAndPriority({ id, priority }: Listed): readonly Cell[] {
  return [
    { text: id, style: "bold" },
    { text: String(priority), style: priorityStyle(priority) },
  ];
}

function statusCell({ status }: Listed): Cell {
  return { text: status, style: statusStyle(status) };
}

function titleCell({ title, status }: Listed): Cell {
  return { text: title, style: status === "closed" ? "dim" : undefined };
}

function nothing(text: string, hint: string, paper: RichPaper): void {
  printAll([text, hintLine(hint, paper)], paper);
}
