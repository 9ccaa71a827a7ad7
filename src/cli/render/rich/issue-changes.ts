import type {
  IssueAddData,
  IssueClaimData,
  IssueClaimNextData,
  IssueCloseData,
  IssueDeleteData,
  IssueDiscoverData,
  IssueUpdateData,
  LeaseProjectionData,
  LeaseReleaseData,
  LeaseRenewData,
} from "#host";
import { paint } from "../paper.ts";
import { bounded, hintLine, leftOut, printAll } from "./bounded.ts";
import { layOutColumns, oneLine } from "./columns.ts";
import { cutToWidth } from "./display-width.ts";
import { relativeTime } from "./relative-time.ts";
import type { RichPaper, RichRender } from "./rich-paper.ts";
import { statusText } from "./states.ts";

interface Named {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

/** An issue that was added. */
export const issueAdd: RichRender<IssueAddData> = ({ issue }, paper) =>
  tell("added", issue, `issue claim ${oneLine(issue.id)} --assignee <WHO> takes it`, paper);

/** An issue that was updated. */
export const issueUpdate: RichRender<IssueUpdateData> = ({ issue }, paper) =>
  tell("updated", issue, `issue history ${oneLine(issue.id)} shows what it was`, paper);

/** An issue that was closed. */
export const issueClose: RichRender<IssueCloseData> = ({ issue }, paper) =>
  tell("closed", issue, "issue ready shows what can be worked on now", paper);

/** An issue that was deleted. */
export const issueDelete: RichRender<IssueDeleteData> = ({ issue }, paper) =>
  tell("deleted", { ...issue, status: "closed" }, `issue history ${oneLine(issue.id)} still knows it`, paper);

/** A lease that was prolonged. */
export const leaseRenew: RichRender<LeaseRenewData> = ({ issue }, paper) => claimed("renewed", issue, undefined, paper);

/** A lease that was given back, or that there was none. */
export const leaseRelease: RichRender<LeaseReleaseData> = ({ issue, changed }, paper) =>
  tell(changed ? "released" : "nothing to release:", issue, "issue ready shows what can be worked on", paper);

/** An issue that was found at another. */
export const issueDiscover: RichRender<IssueDiscoverData> = ({ issue, dependency }, paper) =>
  tell("added", issue, `found at ${oneLine(dependency.dependsOnId)}; issue show ${oneLine(issue.id)} shows it`, paper);

/** An issue that was taken. */
export const issueClaim: RichRender<IssueClaimData> = ({ issue, fence }, paper) =>
  claimed("claimed", issue, fence, paper);

/** The issue that was taken, or that there was none. */
export const issueClaimNext: RichRender<IssueClaimNextData> = ({ issue, fence }, paper) => {
  if (issue !== null) return claimed("claimed", issue, fence, paper);
  const hint = "issue blocked shows what waits; --reclaim-stale takes over expired leases";
  printAll(["Nothing to claim: no issue is ready and free.", hintLine(hint, paper)], paper);
};

/** Every lease in columns that fit the screen. */
export const leaseProjection: RichRender<LeaseProjectionData> = ({ items }, paper) => {
  const { shown, left } = bounded(items, paper);
  const rows = shown.map(({ id, lease, contended }) => [
    { text: id, style: "bold" } as const,
    { text: lease?.owner ?? "", style: "cyan" } as const,
    {
      text: contended ? "contended" : (lease?.state ?? ""),
      style: contended || lease?.state === "stale" ? "red" : "green",
    } as const,
    {
      text:
        lease === null
          ? ""
          : `${lease.state === "stale" ? "ended" : "ends"} ${relativeTime(lease.expiresAt, paper.now)}`,
    },
    { text: lease?.leaseId ?? "", style: "dim" } as const,
  ]);
  const columns = [
    { head: "ID" },
    { head: "HOLDER" },
    { head: "STATE" },
    { head: "" },
    { head: "LEASE", flexible: true } as const,
  ];
  const lines = layOutColumns(columns, rows, { paper, width: paper.screen.columns });
  const hint = hintLine("claim-next --reclaim-stale takes over what has expired", paper);
  printAll(items.length === 0 ? ["Nobody holds a lease."] : [...lines, ...leftOut(left, paper), hint], paper);
};

function claimed(
  verb: string,
  issue: NonNullable<IssueClaimNextData["issue"]>,
  fence: IssueClaimData["fence"],
  paper: RichPaper,
): void {
  const { lease } = issue;
  const until =
    lease === null ? "" : `, the lease ${oneLine(lease.leaseId)} ends ${relativeTime(lease.expiresAt, paper.now)}`;
  const shown = fence === undefined ? "" : `; revision ${fence.rev}, fencing token ${fence.token}`;
  const hint = `issue close ${oneLine(issue.id)} when it is done, issue lease-renew when it takes longer`;
  tell(verb, issue, hint, paper, `  for ${oneLine(issue.assignee)}${until}${shown}`);
}

function tell(
  verb: string,
  { id, title, status }: Named,
  hint: string,
  paper: RichPaper,
  ...more: readonly string[]
): void {
  const name = cutToWidth(`${oneLine(id)}  ${oneLine(title)}`, Math.max(12, paper.screen.columns - 24));
  const head = `${paint(paper, "green", verb)} ${name} (${statusText(status, paper)})`;
  printAll([head, ...more, hintLine(hint, paper)], paper);
}
