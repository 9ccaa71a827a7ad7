import { byCodePoint } from "#kernel";
import type { CoordinatorEnd, LeftIssue, WorkerOutcome } from "#ports";
import type { IssueLook } from "./issue-look.ts";

/** How the last worker that had an issue ended, and what it said. */
export interface LastWord {
  readonly outcome: WorkerOutcome;
  readonly why: string;
}

interface Ended {
  readonly reason: CoordinatorEnd["reason"];
  readonly message: string | undefined;
  readonly started: number;
  readonly look: IssueLook;
  readonly words: ReadonlyMap<string, LastWord>;
}

/** What it all came to, by the issues themselves: a worker's word says only why something is left. */
export function coordinatorEnd({ reason, message, started, look, words }: Ended): CoordinatorEnd {
  const ids = [...words.keys()].toSorted(byCodePoint);
  return {
    reason,
    ...(message === undefined ? {} : { message }),
    started,
    closed: ids.filter((id) => look.issues.get(id)?.status === "closed"),
    left: ids.flatMap((id) => leftIssue(id, look, words.get(id))),
    totals: look.totals,
  };
}

function leftIssue(
  issueId: string,
  { issues, standings }: IssueLook,
  word: LastWord | undefined,
): readonly LeftIssue[] {
  const issue = issues.get(issueId);
  if (issue === undefined || word === undefined || issue.status === "closed") return [];
  // Another coordinator's worker has taken it since.
  if (issue.lease !== undefined && standings.get(issue.lease.owner) === "live") return [];
  return [{ issueId, title: issue.title, status: issue.status, ...word }];
}
