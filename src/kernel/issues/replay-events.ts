import type { Dependency, Issue } from "./issue.ts";
import { EVENT_SCHEMA, type IssueEvent } from "./issue-events.ts";
import { sortedIssues } from "./issue-file.ts";
import { canonicalRows } from "./snapshot-ref.ts";

/** What events make of nothing, or the contract's text of the first that cannot be (memory 1.9). */
export type Replayed =
  | { readonly ok: true; readonly issues: ReadonlyMap<string, Issue> }
  | { readonly ok: false; readonly message: string };

type AddDependency = Extract<IssueEvent, { action: "add_dependency" }>;

/** Replays events in order: an upsert replaces the whole issue, an edge waits for both its ends, a repeated edge says nothing new. */
export function replayEvents(events: Iterable<IssueEvent>): Replayed {
  const issues = new Map<string, Issue>();
  const waiting: AddDependency[] = [];
  for (const event of events) {
    if (event.schema !== EVENT_SCHEMA) return refused(`unsupported event schema: ${event.schema}`);
    if (event.action === "add_dependency") {
      if (!addEdge(issues, event)) waiting.push(event);
    } else if (event.issue.id === event.issue_id) {
      issues.set(event.issue_id, event.issue);
    } else return refused(mismatch(event.event_id, event.issue_id, event.issue.id));
  }
  // An edge brings no issue, so what is not there after one more look never will be.
  const lost = waiting.find((event) => !addEdge(issues, event));
  if (lost !== undefined) {
    const edge = `${lost.issue_id} -> ${lost.depends_on_id}`;
    return refused(`replay unresolved dependency for event ${lost.event_id}: ${edge}`);
  }
  return { ok: true, issues: new Map(sortedIssues(issues.values()).map((issue) => [issue.id, issue])) };
}

/** True when both say the same, edges in any order, the contract's fields only (memory 1.9). */
export function storesEquivalent(left: Iterable<Issue>, right: Iterable<Issue>): boolean {
  const ours = canonicalRows(left);
  const theirs = canonicalRows(right);
  return ours.length === theirs.length && ours.every((row, at) => row === theirs[at]);
}

/** False when an end is not there yet. */
function addEdge(issues: Map<string, Issue>, event: AddDependency): boolean {
  const { issue_id, depends_on_id, type, created_by } = event;
  const issue = issues.get(issue_id);
  if (issue === undefined || !issues.has(depends_on_id)) return false;
  const known = issue.dependencies.some((edge) => edge.depends_on_id === depends_on_id && edge.type === type);
  const edge: Dependency = { issue_id, depends_on_id, type, created_by };
  if (!known) issues.set(issue_id, { ...issue, dependencies: [...issue.dependencies, edge] });
  return true;
}

function mismatch(event: string, envelope: string, payload: string): string {
  return `replay issue-id mismatch for event ${event}: envelope=${envelope}, payload=${payload}`;
}

function refused(message: string): Replayed {
  return { ok: false, message };
}
