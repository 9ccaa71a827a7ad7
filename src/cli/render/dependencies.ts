import type { DepAddData, DepDiagnosticsData, DepProjectData, DepRemoveData, DepReplaceData } from "#host";
import type { Render } from "./paper.ts";
import { shows } from "./shows.ts";

/** An edge that was added. */
export const depAdd: Render<DepAddData> = shows({
  text: ({ dependency: { issueId, dependsOnId, type }, issuesPath }) => [
    "premath dep add",
    `  Added: ${issueId} -> ${dependsOnId} (${type})`,
    `  Path: ${issuesPath}`,
  ],
});

/** An edge that was removed. */
export const depRemove: Render<DepRemoveData> = shows({
  text: ({ dependency: { issueId, dependsOnId, type }, issuesPath }) => [
    "premath dep remove",
    `  Removed: ${issueId} -> ${dependsOnId} (${type})`,
    `  Path: ${issuesPath}`,
  ],
});

/** An edge whose type was changed. */
export const depReplace: Render<DepReplaceData> = shows({
  text: ({ dependency: { issueId, dependsOnId, fromType, toType }, issuesPath }) => [
    "premath dep replace",
    `  Replaced: ${issueId} -> ${dependsOnId} (${fromType} -> ${toType})`,
    `  Path: ${issuesPath}`,
  ],
});

/** All edges in one view. */
export const depProject: Render<DepProjectData> = shows({
  text: ({ view, issuesPath, count, integrity, items }) => [
    "premath dep project",
    `  View: ${view}`,
    `  Path: ${issuesPath}`,
    `  Count: ${count}`,
    `  Integrity: ${integrityText(integrity)}`,
    ...items.map(
      ({ issueId, dependsOnId, type, role, blocking }) =>
        `  - ${issueId} -> ${dependsOnId} (${type}, role=${role}, blocking=${blocking})`,
    ),
  ],
});

/** Whether edges run in a circle. */
export const depDiagnostics: Render<DepDiagnosticsData> = shows({
  text: ({ issuesPath, graphScope, integrity }) => [
    "premath dep diagnostics",
    `  Path: ${issuesPath}`,
    `  Graph scope: ${graphScope}`,
    `  Integrity: ${integrityText(integrity)}`,
  ],
});

function integrityText({ cyclePath }: DepDiagnosticsData["integrity"]): string {
  return cyclePath === null ? "no cycles detected" : `cycle detected (${cyclePath.join(" -> ")})`;
}
