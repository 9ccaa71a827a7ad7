import type {
  IssueCloseData,
  IssueDeleteData,
  IssueGraphData,
  IssueHistoryData,
  IssueShowData,
  LeaseProjectionData,
  LeaseReleaseData,
  LeaseRenewData,
  TiedIssue,
  TreeNode,
} from "#host";
import { changeTexts, STANDING_TEXT } from "./change-text.ts";
import type { Render } from "./paper.ts";
import { permitText } from "./permit-text.ts";
import { shows } from "./shows.ts";
import { ASCII, treeBranches } from "./tree-lines.ts";

/** Everything about one issue. */
export const issueShow: Render<IssueShowData> = shows({
  text: ({ issuesPath, issue, ready, needs, neededBy, ...lease }) => [
    "premath issue show",
    `  Path: ${issuesPath}`,
    `  Issue: ${issue.id} [${issue.status} p${issue.priority} ${issue.issueType}] ${issue.title}`,
    `  Ready: ${ready}`,
    `  Assignee: ${issue.assignee}`,
    `  Owner: ${issue.owner}`,
    `  Lease: ${leaseText(issue, lease)}`,
    `  Fence: rev=${issue.rev} token=${issue.token}`,
    `  Created: ${issue.createdAt}`,
    `  Updated: ${issue.updatedAt}${issue.by === null ? "" : ` by ${issue.by}`}`,
    ...(issue.closedAt === null ? [] : [`  Closed: ${issue.closedAt}`]),
    ...(issue.labels.length === 0 ? [] : [`  Labels: ${issue.labels.join(", ")}`]),
    ...needs.map((other) => `  needs: ${tiedText(other)}`),
    ...neededBy.map((other) => `  needed by: ${tiedText(other)}`),
    ...paragraph("Description", issue.description),
    ...paragraph("Design", issue.design),
    ...paragraph("Acceptance criteria", issue.acceptanceCriteria),
    ...paragraph("Notes", issue.notes),
  ],
});

function leaseText(
  { lease }: IssueShowData["issue"],
  {
    leaseState,
    leaseContended,
    leaseSecondsLeft,
  }: Pick<IssueShowData, "leaseState" | "leaseContended" | "leaseSecondsLeft">,
): string {
  if (lease === null) return leaseState;
  const contended = leaseContended ? " contended" : "";
  return `${leaseState}${contended} ${lease.leaseId} (owner=${lease.owner}, expires_at=${lease.expiresAt}, seconds_left=${leaseSecondsLeft ?? 0})`;
}

function tiedText({ id, type, blocking, status, title }: TiedIssue): string {
  return `${id} (type=${type}, status=${status ?? "missing"}, blocking=${blocking}) ${title ?? ""}`.trimEnd();
}

function paragraph(head: string, text: string): readonly string[] {
  return text === "" ? [] : [`  ${head}:`, ...text.split("\n").map((line) => `    ${line}`.trimEnd())];
}

/** The graph as a tree, in letters only. */
export const issueGraph: Render<IssueGraphData> = shows({
  text: ({ issuesPath, items, isolated }) => {
    const branches = treeBranches(items, ASCII);
    return [
      "premath issue graph",
      `  Path: ${issuesPath}`,
      `  Count: ${items.length}`,
      ...(isolated === 0 ? [] : [`  Without dependencies: ${isolated}`]),
      ...items.map((node, at) => `  ${branches[at]}${nodeText(node)}`),
    ];
  },
});

function nodeText({ id, kind, title, status, priority, types, hidden }: TreeNode): string {
  const tie = types.length === 0 ? "" : ` (${types.join(", ")})`;
  if (kind === "missing") return `${id} [missing]${tie}`;
  const head = `${id} [${status} p${priority}] ${title}${tie}`;
  if (kind === "cycle") return `${head} (cycle)`;
  if (kind === "seen") return `${head} (shown above)`;
  return hidden === 0 ? head : `${head} (${hidden} below)`;
}

/** Who changed an issue, the newest last. */
export const issueHistory: Render<IssueHistoryData> = shows({
  text: ({ issuesPath, id, count, items }) => [
    "premath issue history",
    `  Path: ${issuesPath}`,
    `  Issue: ${id}`,
    `  Count: ${count}`,
    ...items.flatMap((change) => [
      `  - rev ${change.rev} ${change.at} ${change.action} by ${change.actor} [${STANDING_TEXT[change.standing]}]`,
      `    permit: ${permitText(change.permit)}`,
      `    clone: ${change.clone} seq ${change.seq}`,
      ...changeTexts(change).map((text) => `    ${text}`),
    ]),
  ],
});

/** An issue that was closed. */
export const issueClose: Render<IssueCloseData> = shows({
  text: ({ issue, issuesPath }) => [
    "premath issue close",
    `  Closed: ${issue.id} [${issue.status}]`,
    `  Path: ${issuesPath}`,
  ],
});

/** An issue that was deleted. */
export const issueDelete: Render<IssueDeleteData> = shows({
  text: ({ issue, issuesPath }) => ["premath issue delete", `  Deleted: ${issue.id}`, `  Path: ${issuesPath}`],
});

/** A lease that was prolonged. */
export const leaseRenew: Render<LeaseRenewData> = shows({
  text: ({ issue, issuesPath }) => [
    "premath issue lease-renew",
    `  Renewed: ${issue.id} -> ${issue.assignee} [${issue.status}]`,
    `  Expires: ${issue.lease?.expiresAt ?? "never"}`,
    `  Path: ${issuesPath}`,
  ],
});

/** A lease that was given back, or that there was none. */
export const leaseRelease: Render<LeaseReleaseData> = shows({
  text: ({ issue, changed, issuesPath }) => [
    "premath issue lease-release",
    changed ? `  Released: ${issue.id} [${issue.status}]` : `  Released: none (${issue.id} has no lease)`,
    `  Path: ${issuesPath}`,
  ],
});

/** Every lease, and what is wrong with which. */
export const leaseProjection: Render<LeaseProjectionData> = shows({
  text: ({ issuesPath, count, projection, items }) => [
    "premath issue lease-projection",
    `  Path: ${issuesPath}`,
    `  Count: ${count}`,
    `  Stale: ${projection.staleCount}`,
    `  Contended: ${projection.contendedCount}`,
    ...items.map(
      ({ id, status, assignee, lease, contended }) =>
        `  - ${id} [${status} ${lease?.state ?? "unleased"} contended=${contended}] ${assignee} (owner=${lease?.owner ?? ""}, lease_id=${lease?.leaseId ?? ""}, expires_at=${lease?.expiresAt ?? ""})`,
    ),
  ],
});
