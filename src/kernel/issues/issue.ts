import type { Json } from "../json/value.ts";
import type { Timestamp } from "./timestamp.ts";

/** What an issue is; anything else is no issue type (contract memory 1.1). */
export type IssueType = "epic" | "task";

/** Who works on an issue, until when (contract memory 1.8). */
export interface Lease {
  readonly lease_id: string;
  readonly owner: string;
  readonly acquired_at: Timestamp;
  readonly expires_at: Timestamp;
  readonly renewed_at?: Timestamp;
  /** Keys of other tools, as in {@link Issue}. */
  readonly foreign?: { readonly [key: string]: Json };
}

/** One edge: `issue_id` needs `depends_on_id` (contract memory 1.3). A type we do not know is kept as it came. */
export interface Dependency {
  readonly issue_id: string;
  readonly depends_on_id: string;
  readonly type: string;
  /** Empty when nobody was named. */
  readonly created_by: string;
  /** Keys of other tools, as in {@link Issue}. */
  readonly foreign?: { readonly [key: string]: Json };
}

/**
 * One issue as the file holds it: the contract's fields under their own names, defaults filled in, then ours. Snapshot refs are computed
 * over the contract's fields only.
 */
export interface Issue {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly design: string;
  readonly acceptance_criteria: string;
  readonly notes: string;
  /** Free text; `open`, `in_progress`, `blocked` and `closed` mean something. */
  readonly status: string;
  /** A whole number of 32 bits; 0 is the most urgent. */
  readonly priority: number;
  readonly issue_type: IssueType;
  readonly assignee: string;
  readonly owner: string;
  readonly lease?: Lease;
  readonly created_at: Timestamp;
  readonly updated_at: Timestamp;
  readonly closed_at?: Timestamp;
  readonly ephemeral: boolean;
  readonly mol_type: string;
  readonly labels: readonly string[];
  readonly dependencies: readonly Dependency[];
  readonly metadata?: Json;
  /** Counts this issue's rows; a row of another tool has none. */
  readonly rev?: number;
  /** Who wrote this row. */
  readonly by?: string;
  /** The fencing token: one more with every new lease, never less. */
  readonly token?: number;
  /** A deleted issue: no view shows it, and no older row that a merge brings along undoes it. */
  readonly tombstone?: true;
  /** Keys of other tools, in the order they came; kept, never read. */
  readonly foreign?: { readonly [key: string]: Json };
  /** The row named no `created_at` or no `updated_at`: 1970 stands in for it. Said by the reader, never written. */
  readonly missingTimestamps?: true;
}
