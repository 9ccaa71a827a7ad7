import type { IssueHistoryData, ShownChange } from "#host";
import { changeTexts, STANDING_TEXT } from "../change-text.ts";
import { paint, type Style } from "../paper.ts";
import { permitText } from "../permit-text.ts";
import { hintLine, printAll } from "./bounded.ts";
import { oneLine } from "./columns.ts";
import { cutToWidth } from "./display-width.ts";
import { relativeTime } from "./relative-time.ts";
import type { RichPaper } from "./rich-paper.ts";

const STANDING_STYLE: { readonly [S in ShownChange["standing"]]: Style } = {
  current: "green",
  past: "dim",
  superseded: "yellow",
  voided: "red",
};

/** Who changed an issue, the newest last, each with what it changed and why it was allowed. */
export function issueHistory({ id, items }: IssueHistoryData, paper: RichPaper): void {
  const head = paint(paper, "bold", oneLine(id));
  if (items.length === 0) {
    printAll(
      [`${head}: no log knows it; another tool wrote it`, hintLine("issue show tells what it says", paper)],
      paper,
    );
    return;
  }
  const lines = items.flatMap((change) => changeLines(change, paper));
  printAll([head, ...lines, hintLine("--json has digests, and every value whole", paper)], paper);
}

function changeLines(change: ShownChange, paper: RichPaper): readonly string[] {
  const fit = (text: string): string => cutToWidth(oneLine(text), paper.screen.columns - 4);
  const standing = paint(paper, STANDING_STYLE[change.standing], STANDING_TEXT[change.standing]);
  return [
    `  ${paint(paper, "cyan", oneLine(change.action))} by ${oneLine(change.actor)}, ${relativeTime(change.at, paper.now)}  ${standing}`,
    ...changeTexts(change).map((text) => `    ${fit(text)}`),
    `    ${paint(paper, "dim", fit(permitText(change.permit)))}`,
    `    ${paint(paper, "dim", fit(`revision ${change.rev}, clone ${change.clone}, ${change.at}`))}`,
  ];
}
