import { present } from "../evidence/text.ts";
import type { Issue } from "./issue.ts";
import type { IssueFailure } from "./issue-failure.ts";
import { issueTypeProblem, parseIssueType } from "./issue-shape.ts";
import type { IssueView } from "./issue-view.ts";
import { type Outcome, refused } from "./outcome.ts";
import { withStatus } from "./status.ts";
import type { Timestamp } from "./timestamp.ts";

/** What a new issue is made of; the rest has defaults (contract memory 1.1). */
export interface Draft {
  readonly title: string;
  readonly id?: string;
  readonly description?: string;
  readonly status?: string;
  readonly priority?: number;
  readonly issueType?: string;
  readonly assignee?: string;
  readonly owner?: string;
}

/** A new issue under an id that was never given before. A blank id is none: one is chosen. */
export function newIssue(view: IssueView, draft: Draft, now: Timestamp): Outcome<Issue> {
  const failure = draftFailure(draft);
  if (failure !== undefined) return { ok: false, failure };
  const id = present(draft.id) === undefined ? view.freeId() : (draft.id ?? "");
  if (view.taken(id)) return refused("issue_exists", `issue already exists: ${id}`);
  const issue: Issue = {
    id,
    title: draft.title,
    description: draft.description ?? "",
    design: "",
    acceptance_criteria: "",
    notes: "",
    status: "open",
    priority: draft.priority ?? 2,
    issue_type: parseIssueType(draft.issueType ?? "task") ?? "task",
    assignee: draft.assignee ?? "",
    owner: draft.owner ?? "",
    created_at: now,
    updated_at: now,
    ephemeral: false,
    mol_type: "",
    labels: [],
    dependencies: [],
  };
  return { ok: true, value: withStatus(issue, draft.status ?? "open", now) };
}

/** Why a draft makes no issue, whatever issues there are: the callers ask before they look at any. */
export function draftFailure({ issueType, priority, id }: Draft): IssueFailure | undefined {
  if (issueType !== undefined && parseIssueType(issueType) === undefined) {
    return { code: "invalid_issue_type", message: issueTypeProblem(issueType) };
  }
  if (id !== undefined && /\p{Cc}/u.test(id)) {
    return {
      code: "invalid_id",
      message: `invalid issue id ${JSON.stringify(id)}: control characters are not allowed`,
    };
  }
  return priorityFailure(priority);
}

/** Why a number is no priority: the file holds whole numbers of 32 bits. */
export function priorityFailure(priority: number | undefined): IssueFailure | undefined {
  if (priority === undefined || priority === (priority | 0)) return undefined;
  return { code: "invalid_priority", message: `priority must be a whole number of 32 bits (got ${priority})` };
}
