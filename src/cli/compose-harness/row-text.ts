import { type HarnessRow, oneLine } from "#kernel";
import { checkLogName } from "./check-log-name.ts";

type Teller = { readonly [K in HarnessRow["kind"]]?: (row: Extract<HarnessRow, { kind: K }>) => readonly string[] };

const checksText = (checks: readonly { readonly name: string; readonly outcome: string }[]): string =>
  checks.map(({ name, outcome }) => `${name} ${outcome}`).join(", ");

/** Where what failed checks printed is, below the worker's folder. */
function outputsOf(checks: readonly { readonly name: string; readonly outcome: string }[]): string {
  const failed = checks.filter(({ name, outcome }) => outcome !== "ok" && name !== "work");
  return failed.length === 0
    ? ""
    : `; what failed printed is in the worker's logs: ${failed.map(({ name }) => checkLogName(name)).join(", ")}`;
}

/** What people are told of each row; a kind that is not here is for the journal alone. */
const TELLERS: Teller = {
  "boot.preflight": ({ accepted, classes }) =>
    accepted ? [] : [`dependencies refuse to start: ${classes.join(", ")}`],
  "boot.handoff": ({ issueId, nextStep }) =>
    nextStep === undefined
      ? []
      : [`the last session stopped${issueId === undefined ? "" : ` at ${issueId}`}: ${nextStep}`],
  "boot.reconciled": ({ actions }) => actions.map((action) => `mended: ${action}`),
  "boot.target": ({ issueId, reason }) => [issueId === undefined ? reason : `next: ${reason}`],
  "boot.baseline": ({ verdict, checks }) => [`baseline ${verdict}: ${checksText(checks)}`],
  "step.claimed": ({ issueId, expiresAt }) => [`claimed ${issueId} until ${expiresAt}`],
  "step.worktree": ({ path, branch, isNew }) => [`${isNew ? "works" : "goes on"} in ${path} (${branch})`],
  "step.working": ({ work, attempt, round, sessionId }) => [
    `${work} at work${sessionId === undefined ? "" : `, session ${sessionId}`}${attempt > 1 || round > 1 ? ` (attempt ${attempt}, round ${round})` : ""}`,
  ],
  "step.worked": ({ outcome, summary }) => [`work ${outcome}: ${summary}`],
  "step.verified": ({ when, verdict, checks }) =>
    when === "before" ? [] : [`checks: ${checksText(checks)} -> ${verdict}${outputsOf(checks)}`],
  "step.permitted": ({ evidenceDigest }) => [`the gate permits closing (evidence ${evidenceDigest.slice(0, 19)}…)`],
  "step.refused": ({ violations }) =>
    violations.map(({ class: failClass, note }) => `the gate refuses: ${failClass}: ${note}`),
  "step.committed": ({ commit }) => [`committed ${commit.slice(0, 12)}`],
  "step.merged": ({ commit, target }) => [`merged ${commit.slice(0, 12)} into ${target}`],
  "step.unmerged": ({ reason, branch }) => [`not merged: ${reason}; the work is on ${branch}`],
  "step.closed": ({ issueId }) => [`closed issue ${issueId}`],
  "step.retry": ({ attempt, matchedFailureClass, waitMs }) => [
    `attempt ${attempt} failed (${matchedFailureClass}), again in ${waitMs} ms`,
  ],
  "step.escalated": ({ action, outcome, createdIssueId }) => [
    `escalated: ${action} -> ${outcome}${createdIssueId === undefined ? "" : ` (${createdIssueId})`}`,
  ],
  "stop.recorded": ({ kept }) => (kept === undefined ? [] : [`the worktree stays: ${kept}`]),
  "stop.handoff": ({ reason, nextStep }) => [`handed off: ${reason}; next: ${nextStep}`],
};

/** What people are told of a row, a line each, made harmless. */
export function rowText(row: HarnessRow): readonly string[] {
  // Earned: the table's entry for a kind takes rows of that kind.
  const teller = TELLERS[row.kind] as ((row: HarnessRow) => readonly string[]) | undefined;
  return (teller?.(row) ?? []).map((text) => oneLine(text));
}
