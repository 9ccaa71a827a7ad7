import type {
  Bootstrap,
  FeatureChange,
  FeatureLedger,
  HarnessSession,
  KpiRow,
  NextFeature,
  SessionChange,
  TrajectoryAsk,
  TrajectoryDraft,
  TrajectoryLine,
  TrajectoryProjection,
  TrajectoryRow,
} from "#kernel";

/*
 * The artifacts of the harness: projections for whoever comes next, never gated by a join (decision 16). Paths are as they were given. All
 * throw `PortError("artifacts", ...)` whose message is the contract's sentence (2).
 */

/**
 * missing: there is no file. unreadable: something stands there and cannot be read. invalid: what was read is no such artifact, or one that
 * does not hold. argument: what was to be written cannot be. refused: a strict write would have broken an invariant. io: it could not be
 * written. lock_busy: others kept writing.
 */
export type ArtifactCode = "missing" | "unreadable" | "invalid" | "argument" | "refused" | "io" | "lock_busy";

/** Session artifacts, to be looked at: no lock, no wait, nothing changed. */
export interface SessionArtifactReads {
  /** Undefined where there is no file. */
  read(path: string): HarnessSession | undefined;
  /** The same where there has to be one. */
  load(path: string): HarnessSession;
  /** What a fresh context begins with (contract 2.3). A ledger that is missing is none; one that does not hold is an error. */
  bootstrap(path: string, featureLedger: string): Bootstrap;
}

/** Session artifacts. A write is whole or not at all, and one at a time between processes. */
export interface SessionArtifacts extends SessionArtifactReads {
  write(path: string, change: SessionChange): HarnessSession;
}

/** Feature ledgers, to be looked at: no lock, no wait, nothing changed. */
export interface FeatureLedgerReads {
  /** Undefined where there is no file. */
  read(path: string): FeatureLedger | undefined;
  /** The same where there has to be one. */
  load(path: string): FeatureLedger;
  /** What is next by a ledger that holds; undefined where there is no file (contract 2.4). */
  next(path: string): NextFeature | undefined;
}

/** A ledger that was written, and the feature it was about, as its row names it. */
export interface WrittenFeature {
  readonly featureId: string;
  readonly ledger: FeatureLedger;
}

/** Feature ledgers. A write is whole or not at all, and one at a time between processes: no row is lost. */
export interface FeatureLedgers extends FeatureLedgerReads {
  /** `strict`: leaves a ledger that its check accepts, or changes nothing. */
  write(path: string, change: FeatureChange, options?: { readonly strict?: boolean }): WrittenFeature;
}

/** What reading commands are given: they load no lock. */
export interface ArtifactReads {
  readonly sessions: SessionArtifactReads;
  readonly ledgers: FeatureLedgerReads;
}

/** What writing commands and the harness are given. */
export interface Artifacts {
  readonly sessions: SessionArtifacts;
  readonly ledgers: FeatureLedgers;
}

/** A question to a trajectory. `strict`: one bad line fails it, as in the reference; else bad lines are counted and told. */
export interface TrajectoryQuery extends TrajectoryAsk {
  readonly strict?: boolean;
}

/** The rows that a KPI is computed from, in no order; `problem`: the first line that is none for it, in one sentence. */
export interface RecentRows {
  readonly rows: readonly KpiRow[];
  readonly problem?: string;
}

/** Trajectories, to be asked: a file that is missing is empty, and no answer costs more for rows that are not in it. */
export interface TrajectoryReads {
  query(path: string, ask: TrajectoryQuery): TrajectoryProjection;
  /** Whether a step has been recorded. */
  has(path: string, stepId: string): boolean;
  /** Gives every line to `visit` in file order, from the file itself and no index. `isEnded`: the last one has its newline, or there is none. */
  walk(path: string, visit: (line: TrajectoryLine) => void): { readonly isEnded: boolean };
  /** What finished within so many hours before the newest step, and what was recorded since. */
  recent(path: string, hours: number): RecentRows;
}

/** Trajectories. An append is durable and whole, one at a time between processes, and costs the same whatever the file's size. */
export interface Trajectories extends TrajectoryReads {
  append(path: string, drafts: readonly TrajectoryDraft[]): readonly TrajectoryRow[];
}
