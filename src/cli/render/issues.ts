import type {
  IssueAddData,
  IssueBlockedData,
  IssueCheckData,
  IssueClaimData,
  IssueClaimNextData,
  IssueDiscoverData,
  IssueListData,
  IssueReadyData,
  IssueUpdateData,
} from "#host";
import type { Render } from "./paper.ts";
import { shows } from "./shows.ts";

/** An issue that was added. */
export const issueAdd: Render<IssueAddData> = shows({
  text: ({ issue, issuesPath }) => [
    "premath issue add",
    `  Added: ${issue.id} [${issue.status}]`,
    `  Path: ${issuesPath}`,
  ],
});

/** An issue that was updated. */
export const issueUpdate: Render<IssueUpdateData> = shows({
  text: ({ issue, issuesPath }) => [
    "premath issue update",
    `  Updated: ${issue.id} [${issue.status}]`,
    `  Path: ${issuesPath}`,
  ],
});

/** An issue that was found at another. */
export const issueDiscover: Render<IssueDiscoverData> = shows({
  text: ({ issue, dependency, issuesPath }) => [
    "premath issue discover",
    `  Added: ${issue.id} [open]`,
    `  Linked: ${issue.id} -> ${dependency.dependsOnId} (discovered-from)`,
    `  Path: ${issuesPath}`,
  ],
});

/** Issues by id. */
export const issueList: Render<IssueListData> = shows({
  text: ({ issuesPath, count, items }) => [
    "premath issue list",
    `  Path: ${issuesPath}`,
    `  Count: ${count}`,
    ...items.map(({ id, status, priority, title }) => `  - ${id} [${status} p${priority}] ${title}`),
  ],
});

/** Issues that can be worked on. */
export const issueReady: Render<IssueReadyData> = shows({
  text: ({ issuesPath, count, items }) => [
    "premath issue ready",
    `  Path: ${issuesPath}`,
    `  Count: ${count}`,
    ...items.map(({ id, priority, title }) => `  - ${id} [p${priority}] ${title}`),
  ],
});

/** Issues that wait, each with what it waits for. */
export const issueBlocked: Render<IssueBlockedData> = shows({
  text: ({ issuesPath, count, items }) => [
    "premath issue blocked",
    `  Path: ${issuesPath}`,
    `  Count: ${count}`,
    ...items.flatMap(({ id, status, priority, manualBlocked, title, blockers }) => [
      `  - ${id} [${status} p${priority} manual_blocked=${manualBlocked}] ${title}`,
      ...blockers.map(
        ({ dependsOnId, type, blockerStatus, createdBy }) =>
          `    blocker: ${dependsOnId} (type=${type}, status=${blockerStatus ?? "missing"}, created_by=${createdBy})`,
      ),
    ]),
  ],
});

/** What the check of the issue graph found. */
export const issueCheck: Render<IssueCheckData> = shows({
  text: ({ result, summary, errors, warnings }) => [
    `[issue-graph] ${result === "accepted" ? "OK" : "FAIL"} (issues=${summary.issueCount}, errors=${summary.errorCount}, warnings=${summary.warningCount})`,
    ...errors.map(({ issueId, class: failClass, message }) => `  - ${issueId} ${failClass} (${message})`),
    ...warnings.map(({ issueId, class: failClass, message }) => `  - WARN ${issueId} ${failClass} (${message})`),
  ],
});

/** An issue that was taken. */
export const issueClaim: Render<IssueClaimData> = shows({
  text: ({ issue, issuesPath, fence }) => [
    "premath issue claim",
    `  Claimed: ${issue.id} -> ${issue.assignee} [${issue.status}]`,
    `  Path: ${issuesPath}`,
    ...fenceLine(fence),
  ],
});

/** The issue that was taken, or that there was none. */
export const issueClaimNext: Render<IssueClaimNextData> = shows({
  text: ({ issue, issuesPath, fence }) => [
    "premath issue claim-next",
    issue === null
      ? "  Claimed: none (no ready/open issue)"
      : `  Claimed: ${issue.id} -> ${issue.assignee} [${issue.status}]`,
    `  Path: ${issuesPath}`,
    ...fenceLine(fence),
  ],
});

function fenceLine(fence: IssueClaimData["fence"]): readonly string[] {
  return fence === undefined ? [] : [`  Fence: rev=${fence.rev} token=${fence.token}`];
}
