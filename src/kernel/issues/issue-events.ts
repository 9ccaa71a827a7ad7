import type { Sha256 } from "../digest/digest.ts";
import { compactText } from "../json/compact.ts";
import type { Issue } from "./issue.ts";
import { sortedIssues } from "./issue-file.ts";
import { sortedDependencies } from "./snapshot-ref.ts";
import type { Timestamp } from "./timestamp.ts";
import { contractRowWith } from "./write-issue.ts";

/** The contract's name of the event format. */
export const EVENT_SCHEMA = "issue.event.v1";

interface Envelope {
  readonly schema: string;
  readonly event_id: string;
  readonly issue_id: string;
  readonly occurred_at: Timestamp;
  /** Empty when nobody was named. */
  readonly actor: string;
}

/** One row of the contract's event log (memory 1.9): an export format, no command appends to it. */
export type IssueEvent =
  | (Envelope & { readonly action: "upsert_issue"; readonly issue: Issue })
  | (Envelope & {
      readonly action: "add_dependency";
      readonly depends_on_id: string;
      readonly type: string;
      readonly created_by: string;
    });

/** The events that make these issues out of nothing: by id, each issue without its edges, then its edges. Deleted issues leave none. */
export function migrateToEvents(issues: Iterable<Issue>): readonly IssueEvent[] {
  return sortedIssues(issues)
    .filter(({ tombstone }) => tombstone !== true)
    .flatMap(eventsOf);
}

function eventsOf(issue: Issue): readonly IssueEvent[] {
  const { id, updated_at, dependencies } = issue;
  const envelope = { schema: EVENT_SCHEMA, issue_id: id, occurred_at: updated_at, actor: "" };
  const upsert = { action: "upsert_issue", issue: { ...issue, dependencies: [] } } as const;
  const edges = sortedDependencies(dependencies).map(({ depends_on_id, type, created_by }) => ({
    ...envelope,
    event_id: `issue.add_dependency:${id}:${depends_on_id}:${type}`,
    ...({ action: "add_dependency", depends_on_id, type, created_by } as const),
  }));
  return [{ ...envelope, event_id: `issue.upsert:${id}`, ...upsert }, ...edges];
}

/** The event's line, without newline, as the reference writes it. */
export function writeEvent(event: IssueEvent): string {
  const { schema, event_id, issue_id, occurred_at, actor } = event;
  const ids = `"schema":${compactText(schema)},"event_id":${compactText(event_id)},"issue_id":${compactText(issue_id)}`;
  return `{${ids},"occurred_at":"${occurred_at}"${filled("actor", actor)},"action":"${event.action}",${payload(event)}}`;
}

/** The digest of a stream of events (contract memory 1.9). */
export function eventStreamRef(events: Iterable<IssueEvent>, sha256: Sha256): string {
  return `ev1_${sha256(Array.from(events, (event) => `${writeEvent(event)}\n`).join(""))}`;
}

function payload(event: IssueEvent): string {
  switch (event.action) {
    case "upsert_issue":
      return `"issue":${contractRowWith(event.issue, event.issue.dependencies)}`;
    case "add_dependency": {
      const edge = `"depends_on_id":${compactText(event.depends_on_id)},"type":${compactText(event.type)}`;
      return edge + filled("created_by", event.created_by);
    }
    default:
      return event satisfies never;
  }
}

function filled(key: string, text: string): string {
  return text === "" ? "" : `,"${key}":${compactText(text)}`;
}
