import type { IssueShowData, TiedIssue } from "#host";
import { harmless, paint } from "../paper.ts";
import { hintLine, printAll } from "./bounded.ts";
import { type Cell, joinCells, oneLine } from "./columns.ts";
import { cutToWidth, displayWidth } from "./display-width.ts";
import { durationText, relativeTime } from "./relative-time.ts";
import type { RichPaper } from "./rich-paper.ts";
import { markCell, statusCell, statusText } from "./states.ts";

/** One issue for a person: what it is, who has it, what it needs and holds up, then its texts. */
export function issueShow(data: IssueShowData, paper: RichPaper): void {
  const { issue } = data;
  const lines = [
    `${markText(issue.status, paper)}${paint(paper, "bold", oneLine(issue.id))}  ${oneLine(issue.title)}`,
    field("status", `${statusText(issue.status, paper)}${data.ready ? paint(paper, "green", " (ready)") : ""}`),
    field("priority", `${issue.priority}, ${issue.issueType}`),
    ...given("assignee", issue.assignee),
    ...given("owner", issue.owner),
    ...given("labels", issue.labels.join(", ")),
    field("lease", leaseText(data, paper)),
    field("created", relativeTime(issue.createdAt, paper.now)),
    field(
      "updated",
      `${relativeTime(issue.updatedAt, paper.now)}${issue.by === null ? "" : ` by ${oneLine(issue.by)}`}`,
    ),
    ...(issue.closedAt === null ? [] : [field("closed", relativeTime(issue.closedAt, paper.now))]),
    field("revision", `${issue.rev}, fencing token ${issue.token}`),
    ...tiedLines("Needs", data.needs, paper),
    ...tiedLines("Needed by", data.neededBy, paper),
    ...paragraph("Description", issue.description, paper),
    ...paragraph("Design", issue.design, paper),
    ...paragraph("Acceptance criteria", issue.acceptanceCriteria, paper),
    ...paragraph("Notes", issue.notes, paper),
    "",
    hintLine(`issue history ${oneLine(issue.id)} shows who changed it`, paper),
  ];
  printAll(lines, paper);
}

/** Below this a title says nothing. */
const NARROW = 12;

function markText(status: string, paper: RichPaper): string {
  return joinCells([markCell(status, paper)], { paper, width: paper.screen.columns });
}

function field(name: string, text: string): string {
  return `  ${name.padEnd(10)}${text}`;
}

function given(name: string, text: string): readonly string[] {
  return text === "" ? [] : [field(name, oneLine(text))];
}

function leaseText(
  { issue: { lease }, leaseState, leaseSecondsLeft, leaseContended }: IssueShowData,
  paper: RichPaper,
): string {
  if (lease === null) return "none";
  const left = leaseSecondsLeft ?? 0;
  const holder = `${oneLine(lease.owner)} (${oneLine(lease.leaseId)})`;
  if (leaseState === "stale")
    return `${paint(paper, "red", `expired ${durationText(-left)} ago`)}, was held by ${holder}`;
  const contended = leaseContended ? paint(paper, "red", ", contended: the issue says otherwise") : "";
  return `held by ${holder}, ${paint(paper, "yellow", `${durationText(left)} left`)}${contended}`;
}

function tiedLines(head: string, others: readonly TiedIssue[], paper: RichPaper): readonly string[] {
  if (others.length === 0) return [];
  const width = paper.screen.columns;
  const lines = others.map(({ id, status, title, type }) => {
    const mark = markCell(status, paper);
    const state = statusCell(status);
    const tie = ` (${oneLine(type)}, `;
    const room = width - displayWidth(`  ${mark.text}${tie}${state.text})`);
    const name = cutToWidth(`${oneLine(id)}  ${oneLine(title ?? "there is no such issue")}`, Math.max(NARROW, room));
    const cells: readonly Cell[] = [
      { text: "  " },
      mark,
      { text: name },
      { text: tie, style: "dim" },
      state,
      { text: ")", style: "dim" },
    ];
    return joinCells(cells, { paper, width });
  });
  return ["", paint(paper, "bold", head), ...lines];
}

function paragraph(head: string, text: string, paper: RichPaper): readonly string[] {
  if (text === "") return [];
  return ["", paint(paper, "bold", head), ...text.split("\n").map((line) => `  ${harmless(line)}`.trimEnd())];
}
