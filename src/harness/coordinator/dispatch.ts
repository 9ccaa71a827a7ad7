import { byCodePoint, compareTimestamps, type Issue, readyIssues, selectTarget, type Timestamp } from "#kernel";
import type { IssueTotals, WorkerStanding } from "#ports";

/** An issue that a worker may be given. */
export interface Candidate {
  readonly id: string;
  readonly title: string;
  /** The only one who may take it; undefined: anybody. */
  readonly onlyFor: string | undefined;
  /** The worker that is gone and had it: one of the same name finds what was begun in its own journal. */
  readonly leftBy: string | undefined;
}

/** Who holds a lease on work, by issue id: whether they live decides what may be taken up. */
export function leaseOwners(issues: ReadonlyMap<string, Issue>): ReadonlySet<string> {
  return new Set(
    [...issues.values()].flatMap(({ status, lease }) =>
      status === "in_progress" && lease !== undefined ? [lease.owner] : [],
    ),
  );
}

/** What a look at the issues goes by. */
export interface DispatchPolicy {
  readonly by: "id" | "priority";
  /** Issues that have a worktree with work in it. */
  readonly begun: ReadonlySet<string>;
  readonly now: Timestamp;
  readonly standings: ReadonlyMap<string, WorkerStanding>;
}

/**
 * What workers may be given, in the order in which they are: first what a worker that is gone has left, then what is free as a worker itself
 * would choose it ({@link selectTarget}), last what only one worker may take. Pure, and the same for every coordinator that sees the same issues.
 */
export function candidatesOf(issues: ReadonlyMap<string, Issue>, policy: DispatchPolicy): readonly Candidate[] {
  const { by, begun, now, standings } = policy;
  const isHeld = ({ lease }: Issue): boolean => lease !== undefined && standings.get(lease.owner) === "live";
  const left = [...issues.values()].filter((issue) => isLeft(issue, now, standings)).toSorted(byId);
  const choice = selectTarget(issues, { workerId: "", by, begun, tried: new Set(), takesOwn: false, now });
  const chosen = choice.candidates.flatMap(({ issueId, passedOver }) => (passedOver === undefined ? [issueId] : []));
  const free = chosen.flatMap((id) => issues.get(id) ?? []).filter((issue) => !left.includes(issue) && !isHeld(issue));
  const bound = readyIssues(issues).filter((issue) => issue.assignee !== "" && !free.includes(issue));
  return [
    ...left.map(({ id, title, lease }) => ({ id, title, onlyFor: undefined, leftBy: lease?.owner })),
    ...free.map(({ id, title }) => ({ id, title, onlyFor: undefined, leftBy: undefined })),
    ...bound.map(({ id, title, assignee }) => ({ id, title, onlyFor: assignee, leftBy: undefined })),
  ];
}

function byId(left: Issue, right: Issue): number {
  return byCodePoint(left.id, right.id);
}

/** Whoever holds the lease is gone, or it has run out and nobody of that name lives here: then claiming takes it (contract memory 1.8). */
function isLeft({ status, lease }: Issue, now: Timestamp, standings: ReadonlyMap<string, WorkerStanding>): boolean {
  if (status !== "in_progress" || lease === undefined) return false;
  const standing = standings.get(lease.owner) ?? "unknown";
  return standing === "gone" || (standing === "unknown" && compareTimestamps(lease.expires_at, now) <= 0);
}

/** How many issues stand where; words that nobody knows count as open. */
export function totalsOf(issues: ReadonlyMap<string, Issue>): IssueTotals {
  const ready = readyIssues(issues).length;
  const statuses = [...issues.values()].map(({ status }) => status);
  const count = (wanted: string): number => statuses.filter((status) => status === wanted).length;
  const [inProgress, blocked, closed] = [count("in_progress"), count("blocked"), count("closed")];
  return { ready, open: statuses.length - ready - inProgress - blocked - closed, inProgress, blocked, closed };
}

/** The lowest number whose worker nobody has. */
export function lowestFree(isTaken: (number: number) => boolean): number {
  let number = 1;
  while (isTaken(number)) number += 1;
  return number;
}
