import { type Issue, type IssueMutation, mintOverride, writeIssue } from "#kernel";
import { fileIssueStore } from "../../src/memory/issues/file-issue-store.ts";
import { now, sha256 } from "#platform";

/** Puts issues into a store, as one change. */
export function importIssues(path: string, issues: readonly Issue[]): void {
  const mutation: IssueMutation = {
    action: "issue.import",
    args: { mode: "merge", source: "chaos", rows: issues.map((issue) => writeIssue(issue)) },
  };
  const minting = mintOverride(
    { actor: "chaos", reason: "a store to work on", explicit: true, insideAgentRun: false, mutation },
    sha256,
  );
  if (!minting.ok) throw new Error(minting.reason);
  const store = fileIssueStore(path, { now });
  const applied = store.mutate(mutation, minting.permit);
  store.close();
  if (!applied.ok) throw new Error(applied.failure.message);
}

/** An issue that waits for others. */
export interface IssueDraft {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly priority?: number;
  readonly needs: readonly string[];
}

export function draftIssue({ id, title, description = "", priority = 2, needs }: IssueDraft): Issue {
  return {
    id,
    title,
    description,
    design: "",
    acceptance_criteria: "",
    notes: "",
    status: "open",
    priority,
    issue_type: "task",
    assignee: "",
    owner: "",
    created_at: now(),
    updated_at: now(),
    ephemeral: false,
    mol_type: "",
    labels: [],
    dependencies: needs.map((need) => ({ issue_id: id, depends_on_id: need, type: "blocks", created_by: "" })),
  };
}
