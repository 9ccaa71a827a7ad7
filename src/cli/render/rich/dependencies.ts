import type { DepAddData, DepDiagnosticsData, DepRemoveData, DepReplaceData } from "#host";
import { paint } from "../paper.ts";
import { hintLine, printAll } from "./bounded.ts";
import { oneLine } from "./columns.ts";
import type { RichPaper, RichRender } from "./rich-paper.ts";

/** An edge that was added. */
export const depAdd: RichRender<DepAddData> = ({ dependency: { issueId, dependsOnId, type } }, paper) =>
  tell("added", `${issueId} needs ${dependsOnId} (${type})`, graphHint(issueId), paper);

/** An edge that was removed. */
export const depRemove: RichRender<DepRemoveData> = ({ dependency: { issueId, dependsOnId, type } }, paper) =>
  tell("removed", `${issueId} needed ${dependsOnId} (${type})`, graphHint(issueId), paper);

/** An edge whose type was changed. */
export const depReplace: RichRender<DepReplaceData> = ({ dependency: edge }, paper) =>
  tell(
    "changed",
    `${edge.issueId} needs ${edge.dependsOnId} (${edge.fromType} -> ${edge.toType})`,
    graphHint(edge.issueId),
    paper,
  );

/** Whether edges run in a circle, and which. */
export const depDiagnostics: RichRender<DepDiagnosticsData> = ({ graphScope, integrity: { cyclePath } }, paper) => {
  const scope = graphScope === "active" ? "open work" : "all issues";
  if (cyclePath === null) return printAll([`${paint(paper, "green", "no circle")} among ${scope}`], paper);
  const path = cyclePath.map(oneLine).join(" -> ");
  printAll([`${paint(paper, "red", "circle")} ${path}`, hintLine("dep remove <ID> <NEEDS> breaks it", paper)], paper);
};

function graphHint(id: string): string {
  return `issue graph ${oneLine(id)} shows all that it needs`;
}

function tell(verb: string, text: string, hint: string, paper: RichPaper): void {
  printAll([`${paint(paper, "green", verb)} ${oneLine(text)}`, hintLine(hint, paper)], paper);
}
