import { byCodePoint } from "../digest/order.ts";
import { compareTimestamps, type Timestamp } from "../issues/timestamp.ts";
import type { Issue } from "../issues/issue.ts";
import { byId, readyIssues } from "../issues/ready.ts";

/** What a worker goes by when it looks for its next issue. */
export interface TargetPolicy {
  readonly workerId: string;
  /** The order of what is ready: by id as the contract's `claim-next`, or by priority first. */
  readonly by: "id" | "priority";
  /** Issues that have a worktree with work in it: they come first, so that nothing lies half done. */
  readonly begun: ReadonlySet<string>;
  /** Issues that this process has tried already. */
  readonly tried: ReadonlySet<string>;
  /** Whether an issue that this very worker holds a lease on may be taken up again. */
  readonly takesOwn: boolean;
  /** The issue that somebody has named: it is theirs to say what may be taken. */
  readonly named?: string | undefined;
  readonly now: Timestamp;
}

/** One issue that could be worked on, or why it is not. */
export interface Candidate {
  readonly issueId: string;
  readonly title: string;
  readonly priority: number;
  /** Absent where it could be taken. */
  readonly passedOver?: string;
}

/** Which issue is next and why; the same graph and policy give the same answer. */
export interface TargetChoice {
  readonly issue: Issue | undefined;
  /** One sentence. */
  readonly reason: string;
  /** How many issues are ready. */
  readonly ready: number;
  /** In the order in which they would be taken, those that are not last. */
  readonly candidates: readonly Candidate[];
}

/** Chooses the next issue from graph and policy (003 §3.1): begun work first, then by the policy's order; what others hold is left. Pure. */
export function selectTarget(issues: ReadonlyMap<string, Issue>, policy: TargetPolicy): TargetChoice {
  const ready = readyIssues(issues);
  const all = [...issues.values()].sort(byId);
  const own = policy.takesOwn ? all.filter((issue) => isHeldBy(issue, policy)) : [];
  const stale = all.filter((issue) => isStale(issue, policy.now));
  const judged = [...new Set([...ready, ...own, ...stale])].map((issue) => ({
    issue,
    passedOver: objection(issue, policy),
  }));
  const free = judged.filter(({ passedOver }) => passedOver === undefined).map(({ issue }) => issue);
  const ordered = free.toSorted(
    (left, right) => rank(left, policy) - rank(right, policy) || inOrder(left, right, policy),
  );
  const left = judged.filter(({ passedOver }) => passedOver !== undefined);
  const [issue] = ordered;
  return {
    issue,
    reason: issue === undefined ? noneText(issues, ready.length) : reasonFor(issue, policy, ordered.length),
    ready: ready.length,
    candidates: [
      ...ordered.map((each) => candidate(each)),
      ...left.map(({ issue: each, passedOver }) => ({
        ...candidate(each),
        ...(passedOver === undefined ? {} : { passedOver }),
      })),
    ],
  };
}

function candidate({ id, title, priority }: Issue): Candidate {
  return { issueId: id, title, priority };
}

/** How the description of an issue begins that an escalation has made (contract 3.4). */
const ESCALATED = "[harness-escalation]";

function objection(issue: Issue, { tried, workerId, takesOwn, named, now }: TargetPolicy): string | undefined {
  // Workers that took their own failures for work would fail for ever, or close with nothing what asks for a person.
  if (issue.description.startsWith(ESCALATED) && issue.id !== named)
    return "an escalation asks for a person; '--issue' lets a worker take it";
  if (tried.has(issue.id)) return "it was tried by this process already";
  if (issue.lease === undefined || compareTimestamps(issue.lease.expires_at, now) <= 0)
    return issue.lease === undefined && issue.assignee !== "" && issue.assignee !== workerId
      ? `it is assigned to ${issue.assignee}`
      : undefined;
  if (issue.lease.owner !== workerId) return `it is leased by ${issue.lease.owner} until ${issue.lease.expires_at}`;
  return takesOwn ? undefined : `this worker holds its lease until ${issue.lease.expires_at}`;
}

function isHeldBy({ status, lease }: Issue, { workerId }: TargetPolicy): boolean {
  return status === "in_progress" && lease?.owner === workerId;
}

function isStale({ status, lease }: Issue, now: Timestamp): boolean {
  return status === "in_progress" && lease !== undefined && compareTimestamps(lease.expires_at, now) <= 0;
}

/** Work that was begun, then what is free, then what is one's own to try again. */
function rank(issue: Issue, { begun, workerId }: TargetPolicy): number {
  if (issue.lease?.owner === workerId) return 2;
  return begun.has(issue.id) ? 0 : 1;
}

function inOrder(left: Issue, right: Issue, { by }: TargetPolicy): number {
  const first = by === "priority" ? left.priority - right.priority : 0;
  return first === 0 ? byCodePoint(left.id, right.id) : first;
}

function reasonFor(issue: Issue, policy: TargetPolicy, of: number): string {
  if (policy.begun.has(issue.id)) return `${issue.id} was begun before and comes first`;
  if (issue.lease?.owner === policy.workerId) return `${issue.id} is held by this worker, and nothing else is free`;
  const order = policy.by === "priority" ? "highest priority, then first id" : "first by id";
  return `${issue.id} is ${order} of ${of} that ${of === 1 ? "is" : "are"} free`;
}

function noneText(issues: ReadonlyMap<string, Issue>, ready: number): string {
  const open = [...issues.values()].filter(({ status }) => status !== "closed");
  if (open.length === 0) return issues.size === 0 ? "there are no issues" : "every issue is closed";
  if (ready > 0) return "nothing that is ready is free";
  const blocked = open.filter(({ status }) => status === "blocked").length;
  const held = open.filter(({ lease }) => lease !== undefined).length;
  return `nothing is ready: of ${open.length} open issues ${held} are held, ${blocked} are blocked, the others wait`;
}
