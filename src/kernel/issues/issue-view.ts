import type { Issue } from "./issue.ts";
import type { Timestamp } from "./timestamp.ts";

/** Which issues claim-next looks at, and in which order. */
export interface ClaimQuery {
  readonly assignee: string;
  readonly by: "id" | "priority";
  readonly reclaimStale: boolean;
  readonly now: Timestamp;
}

/** What deciding a mutation may look at. Answered from memory or from an index: the same answers. Deleted issues are not there. */
export interface IssueView {
  get(id: string): Issue | undefined;
  /** True for deleted ids too: an id is never given twice. */
  taken(id: string): boolean;
  /** `bd-<n>` with the smallest n that is not taken (contract memory 2). */
  freeId(): string;
  /** What an issue depends on, by any type, sorted, each once, missing ones too. */
  neighbours(id: string): readonly string[];
  /**
   * A superset of what may be claimed, in order: ready issues (by their own rows' edges), and with `reclaimStale` those in progress whose
   * lease has expired and whose blockers are closed. Those that surely belong to others may be left out.
   */
  candidates(query: ClaimQuery): Iterable<Issue>;
}
