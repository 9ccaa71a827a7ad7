import type { FeatureCheckData, FeatureNextData, FeatureReadData, FeatureWriteData } from "#host";
import { paint, type Style } from "../paper.ts";
import { bounded, hintLine, printAll } from "./bounded.ts";
import { layOutColumns, oneLine } from "./columns.ts";
import type { RichPaper, RichRender } from "./rich-paper.ts";

/** How the contract's statuses look; any other is red, for it is wrong. */
const STYLES: ReadonlyMap<string, Style | undefined> = new Map([
  ["pending", undefined],
  ["in_progress", "yellow"],
  ["blocked", "red"],
  ["completed", "green"],
]);

/** A feature that was written. */
export const featureWrite: RichRender<FeatureWriteData> = ({ path, featureId, ledger: { features } }, paper) => {
  const status = features.find((row) => row.featureId === featureId)?.status ?? "";
  const done = features.filter((row) => row.status === "completed").length;
  printAll(
    [
      `${paint(paper, "green", "wrote")} ${oneLine(featureId)} (${statusText(status, paper)})`,
      `  ${done} of ${features.length} completed, in ${oneLine(path)}`,
      hintLine("harness-feature next shows what comes next, --strict refuses what check would reject", paper),
    ],
    paper,
  );
};

/** The features in columns that fit the screen. */
export const featureRead: RichRender<FeatureReadData> = ({ path, ledger: { features, sessionRef } }, paper) => {
  const { shown, left } = bounded(features, paper);
  const rows = shown.map(({ featureId, status, issueId = "", summary = "", verificationRefs = [] }) => [
    { text: featureId, style: "bold" } as const,
    { text: status, style: styleOf(status) },
    { text: issueId, style: "cyan" } as const,
    { text: verificationRefs.length === 0 ? "" : `${verificationRefs.length}` },
    { text: summary },
  ]);
  const columns = [
    { head: "FEATURE" },
    { head: "STATUS" },
    { head: "ISSUE" },
    { head: "PROOFS", optional: true },
    { head: "SUMMARY", flexible: true },
  ] as const;
  const table = layOutColumns(columns, rows, { paper, width: paper.screen.columns });
  printAll(
    [
      ...(features.length === 0 ? [`There are no features in ${oneLine(path)}.`] : table),
      ...(left === 0 ? [] : [paint(paper, "dim", `… and ${left} more (--json shows them)`)]),
      ...(sessionRef === undefined ? [] : [`of the session ${oneLine(sessionRef)}`]),
      hintLine("harness-feature check says whether they hold", paper),
    ],
    paper,
  );
};

/** What the check of a ledger found. */
export const featureCheck: RichRender<FeatureCheckData> = ({ result, errors, summary, path }, paper) => {
  const found = errors.map(
    ({ class: name, featureId, message }) =>
      `${paint(paper, "red", name)}${featureId === undefined ? "" : ` ${oneLine(featureId)}`}: ${oneLine(message)}`,
  );
  const verdict = result === "accepted" ? paint(paper, "green", "everything holds") : paint(paper, "red", "rejected");
  const { featureCount, completedCount, inProgressCount, pendingCount, blockedCount, closureComplete } = summary;
  const counts = `${completedCount} of ${featureCount} completed, ${inProgressCount} in progress, ${pendingCount} pending, ${blockedCount} blocked`;
  const hint = result === "accepted" ? nextHint(closureComplete) : "harness-feature write mends a row";
  printAll([...found, `${verdict}: ${counts} (${oneLine(path)})`, hintLine(hint, paper)], paper);
};

/** The feature to work on next. */
export const featureNext: RichRender<FeatureNextData> = (data, paper) => {
  const { path, exists, nextFeatureId, closureComplete, featureCount } = data;
  if (!exists) {
    const hint = "harness-feature write --feature-id <ID> --status pending begins one";
    return printAll([`There is no feature ledger at ${oneLine(path)}.`, hintLine(hint, paper)], paper);
  }
  if (nextFeatureId !== null)
    return printAll([`${paint(paper, "green", "next")} ${oneLine(nextFeatureId)} (of ${featureCount})`], paper);
  const why =
    closureComplete === true ? `All ${featureCount} features are completed.` : "Every open feature is blocked.";
  return printAll([why], paper);
};

function nextHint(closureComplete: boolean): string {
  return closureComplete ? "the ledger is closed" : "harness-feature next shows what comes next";
}

function styleOf(status: string): Style | undefined {
  return STYLES.has(status) ? STYLES.get(status) : "red";
}

function statusText(status: string, paper: RichPaper): string {
  const style = styleOf(status);
  return style === undefined ? oneLine(status) : paint(paper, style, oneLine(status));
}
