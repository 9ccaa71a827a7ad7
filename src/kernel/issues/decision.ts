import type { Issue } from "./issue.ts";
import type { IssueFailure } from "./issue-failure.ts";

/** What follows from a mutation: the issues as they shall be, or why nothing may change. */
export type Decision =
  | {
      readonly ok: true;
      /** The issues that change, whole, in the order they are written; `rev` and `by` are the store's to set. Empty: nothing to do. */
      readonly changed: readonly Issue[];
      /** The issue the mutation is about, after it; undefined when claim-next found none. */
      readonly issue: Issue | undefined;
      /** The changed issues are all there shall be (an import that replaces). */
      readonly replacesAll?: true;
    }
  | { readonly ok: false; readonly failure: IssueFailure };
