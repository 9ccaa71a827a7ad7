import type {
  Digest,
  Issue,
  IssueFailure,
  IssueMutation,
  JsonObject,
  Permit,
  Timestamp,
  UpkeepMutation,
} from "#kernel";

/** What a list shows of an issue. */
export interface IssueSummary {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly priority: number;
  readonly issue_type: string;
  readonly assignee: string;
}

/** Every live issue, by id in byte order, and what was met on the way. */
export interface LoadedIssues {
  readonly issues: ReadonlyMap<string, Issue>;
  readonly lines: number;
  readonly snapshotRef: string;
}

/** A change that was made and is durable, or why nothing changed. */
export type Applied =
  | {
      readonly ok: true;
      /** False when everything was so already: nothing was written. */
      readonly changed: boolean;
      readonly issue: Issue | undefined;
      readonly changedIssues: readonly Issue[];
    }
  | { readonly ok: false; readonly failure: IssueFailure };

/** One row of the store's log as history shows it: who changed what, when, under which permit. */
export interface LoggedChange {
  readonly clone: string;
  readonly seq: number;
  readonly at: Timestamp;
  readonly actor: string;
  readonly action: string;
  readonly permit: JsonObject;
  readonly mutationDigest: Digest;
  readonly issueId: string;
  readonly rev: number;
  readonly before: Digest | undefined;
  readonly after: Digest;
  readonly row: Issue;
  /** The row never reached the file, or lost against another one when two clones merged. */
  readonly standing: "current" | "past" | "superseded" | "voided";
}

/** One thing that is not as it was written, and where. */
export interface VerifyFinding {
  readonly file: string;
  /** 1-based line. */
  readonly line: number;
  readonly problem: string;
}

/** What `verify` saw: every chain, every row of the file, and whether replaying the log gives what the file says. */
export interface VerifyReport {
  readonly issues: number;
  readonly rows: number;
  readonly events: number;
  /** Changes whose writer died before writing them: they did not happen, and the next change says so in the log. */
  readonly pending: number;
  readonly chains: readonly { readonly clone: string; readonly events: number; readonly forks: number }[];
  readonly snapshotRef: string;
  readonly replayedSnapshotRef: string;
  /** In file order; empty means that everything holds. */
  readonly findings: readonly VerifyFinding[];
}

/** What compaction did. */
export interface CompactReport {
  readonly linesBefore: number;
  readonly linesAfter: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/** What repair did: which lines went to quarantine, which were split, which rows came back from the log. */
export interface RepairReport {
  readonly kept: number;
  readonly quarantined: readonly { readonly line: number; readonly bytes: number; readonly problem: string }[];
  readonly split: number;
  readonly quarantineFile: string | undefined;
  /** Ids whose newest version the log has and the file has not. */
  readonly restorable: readonly string[];
  readonly restored: readonly string[];
}

/** What the store met and mended or passed over on the way; never an error. */
export interface StoreNotice {
  readonly kind: "torn_tail" | "conflict_markers" | "id_collision" | "event_voided";
  readonly text: string;
}

/** Upkeep that changes what the store says, and the permit for it, which is spent. */
export interface PermittedUpkeep {
  readonly mutation: UpkeepMutation;
  readonly permit: Permit;
}

/** What can be read of the issue memory without a lock and without writing anything. */
export interface IssueReads {
  exists(): boolean;
  load(): LoadedIssues;
  list(filter: { readonly status?: string; readonly assignee?: string }): readonly IssueSummary[];
  /** At most `limit` of them and how many there are (contract memory 1.4). */
  ready(limit?: number): { readonly items: readonly IssueSummary[]; readonly count: number };
  get(id: string): Issue | undefined;
  /** Ids that begin so, in byte order. */
  idsFrom(prefix: string, limit: number): readonly string[];
}

/**
 * The issue memory. Contract: what the issues say changes only with a permit ({@link IssueStore.mutate}, and upkeep by {@link PermittedUpkeep}); when it answers, the change is
 * durable, in the file and in the log. Reads never write to the issue file. What the file's state forbids is thrown as a
 * {@link PortError} of port `issues` with an {@link IssueStoreCode}; its message is the contract's text (memory 1.1, 1.7), without `error: ` or
 * `failed to load`.
 */
export interface IssueStore extends IssueReads {
  /** Newest last, over every clone's log; empty when no log knows the issue. */
  history(id: string): readonly LoggedChange[];
  /** The same of many issues for one walk over the logs: those that a log knows. */
  histories(ids: ReadonlySet<string>): ReadonlyMap<string, readonly LoggedChange[]>;
  verify(): VerifyReport;
  /** The only way to change an issue (M02). The permit is spent, whatever comes of it. */
  mutate(mutation: IssueMutation, permit: Permit, by?: string): Applied;
  /** The canonical form: one line per issue. Says the same as before; with `purge`, deleted issues are gone for good. */
  compact(options?: { readonly purge?: PermittedUpkeep }): CompactReport;
  /** Takes out what cannot be read, keeps everything else; with `restore`, the log gives back what the file has lost. */
  repair(options?: { readonly restore?: PermittedUpkeep }): RepairReport;
  close(): void;
}

/** Why the issue file or the machine did not allow it. */
export type IssueStoreCode = "missing" | "corrupt" | "io" | "lock_busy" | "lock_io" | "permit_refused";
