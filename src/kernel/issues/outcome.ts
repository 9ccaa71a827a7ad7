import type { Decision } from "./decision.ts";
import type { Issue } from "./issue.ts";
import type { IssueFailure, IssueFailureCode } from "./issue-failure.ts";

/** A value, or why there is none. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: IssueFailure };

/** Nothing changes, and the caller hears why. */
export function refused(
  code: IssueFailureCode,
  message: string,
): { readonly ok: false; readonly failure: IssueFailure } {
  return { ok: false, failure: { code, message } };
}

/** One issue changes. */
export function changedTo(issue: Issue): Decision {
  const row = asWritten(issue);
  return { ok: true, changed: [row], issue: row };
}

/** The issue as a row of ours says it: with both times, so that none is missing any more. */
export function asWritten(issue: Issue): Issue {
  const { missingTimestamps, ...row } = issue;
  return missingTimestamps === undefined ? issue : row;
}
