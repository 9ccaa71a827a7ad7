import { type Dependency, type Issue, parseTimestamp, type Timestamp } from "#kernel";

/** The moment a text names; tests name real ones only. */
export function at(text: string): Timestamp {
  const moment = parseTimestamp(text);
  if (moment === undefined) throw new Error(`${text} is no moment`);
  return moment;
}

/** The moment every sample issue was made and last changed. */
export const MADE: Timestamp = at("2026-02-01T00:00:00Z");

/** An open task, as a row of the file would give it; `more` says what is special about it. */
export function sampleIssue(id: string, more: Partial<Issue> = {}): Issue {
  return {
    id,
    title: `Issue ${id}`,
    description: "",
    design: "",
    acceptance_criteria: "",
    notes: "",
    status: "open",
    priority: 2,
    issue_type: "task",
    assignee: "",
    owner: "",
    created_at: MADE,
    updated_at: MADE,
    ephemeral: false,
    mol_type: "",
    labels: [],
    dependencies: [],
    ...more,
  };
}

/** An edge from one issue to another. */
export function edge(from: string, to: string, type = "blocks", createdBy = ""): Dependency {
  return { issue_id: from, depends_on_id: to, type, created_by: createdBy };
}

/** Issues by their ids. */
export function byIds(...issues: readonly Issue[]): ReadonlyMap<string, Issue> {
  return new Map(issues.map((issue) => [issue.id, issue]));
}
