import { sortedByCodePoint } from "../digest/order.ts";
import { trimmed } from "../evidence/text.ts";
import type { Issue } from "./issue.ts";
import { byId } from "./ready.ts";
import { isActive } from "./status.ts";
import { EPOCH } from "./timestamp.ts";
import { hasAcceptance, VERIFICATION_RUNNERS, verificationCommand } from "./verification-command.ts";

/** One thing that is not as the issue graph's contract asks. */
export interface CheckFinding {
  readonly issueId: string;
  readonly class: string;
  readonly message: string;
}

/** What `issue check` found (contract memory 1.6): accepted exactly when there is no error. */
export interface IssueCheck {
  readonly result: "accepted" | "rejected";
  readonly errors: readonly CheckFinding[];
  readonly warnings: readonly CheckFinding[];
  /** Sorted, each once. */
  readonly failureClasses: readonly string[];
  readonly warningClasses: readonly string[];
}

/** What a check goes by. */
export interface CheckTerms {
  /** Notes of more Unicode scalar values than this are warned of. */
  readonly noteWarnThreshold: number | bigint;
  /** The words a verification command begins with; the contract's unless given. */
  readonly runners?: readonly string[];
}

/** The longest notes that are not warned of, unless said otherwise (contract memory 1.6). */
export const NOTE_WARN_THRESHOLD = 2000;

/** Checks every issue, by id: title and type, acceptance and verification of active work, size of notes, missing times. */
export function checkIssues(issues: ReadonlyMap<string, Issue>, terms: CheckTerms): IssueCheck {
  const isCommand = verificationCommand(terms.runners ?? VERIFICATION_RUNNERS);
  const sorted = [...issues.values()].sort(byId);
  const errors = sorted.flatMap((issue) => [...errorsOf(issue, isCommand)]);
  const warnings = sorted.flatMap((issue) => [...warningsOf(issue, terms.noteWarnThreshold)]);
  return {
    result: errors.length === 0 ? "accepted" : "rejected",
    errors,
    warnings,
    failureClasses: classesOf(errors),
    warningClasses: classesOf(warnings),
  };
}

function* errorsOf(issue: Issue, isCommand: (text: string) => boolean): Iterable<CheckFinding> {
  if (issue.title.startsWith("[EPIC]") && issue.issue_type !== "epic") {
    const message = `title starts with [EPIC] but issue_type=${issue.issue_type}`;
    yield { issueId: issue.id, class: "issue_graph.issue_type.epic_mismatch", message };
  }
  if (!isActive(issue) || issue.ephemeral) return;
  const description = trimmed(issue.description);
  if (!hasAcceptance(description)) {
    const message = "active issue must include an Acceptance section";
    yield { issueId: issue.id, class: "issue_graph.acceptance.missing", message };
  }
  const texts = [description, trimmed(issue.notes)].filter((text) => text !== "");
  if (!isCommand(texts.join("\n"))) {
    const message = "active issue must include at least one verification command";
    yield { issueId: issue.id, class: "issue_graph.verification_command.missing", message };
  }
}

function* warningsOf(issue: Issue, threshold: number | bigint): Iterable<CheckFinding> {
  const length = scalarValues(issue.notes);
  if (length > threshold) {
    const message = `notes payload exceeds warning threshold (len=${length}, threshold=${threshold})`;
    yield { issueId: issue.id, class: "issue_graph.notes.large", message };
  }
  const missing = (["created_at", "updated_at"] as const).filter((field) => issue[field] === EPOCH);
  if (missing.length > 0) {
    // The reference takes the time of loading; ours stays the same and says so.
    const message = `${missing.join(" and ")} missing, taken as ${EPOCH}`;
    yield { issueId: issue.id, class: "issue_graph.timestamps.missing", message };
  }
}

function scalarValues(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function classesOf(findings: readonly CheckFinding[]): readonly string[] {
  return sortedByCodePoint([...new Set(findings.map((finding) => finding.class))]);
}
