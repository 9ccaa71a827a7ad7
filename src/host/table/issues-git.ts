import { type ActionRows, JSON_FLAG } from "../action-row.ts";
import type { MergeDriverData } from "../actions/issue-merge-driver.ts";

/** What the commands that git runs answer. */
export interface GitData {
  readonly "issue.merge_driver": MergeDriverData;
}

/** The commands that git runs, not people. */
export const GIT_ACTIONS: ActionRows<GitData> = {
  "issue.merge_driver": {
    id: "issue.merge_driver",
    command: "issue merge-driver",
    group: "Issues",
    summary: "Merge two issue files field by field, for git ('init --merge-driver' sets it up)",
    effect: "mutation",
    flags: [JSON_FLAG],
    operands: [
      { name: "BASE", required: true, summary: "the file both sides began with" },
      { name: "OURS", required: true, summary: "our file; the merge is written to it" },
      { name: "THEIRS", required: true, summary: "the other side's file" },
    ],
    load: () => import("../actions/issue-merge-driver.ts"),
  },
};
