import type { Sha256, Timestamp } from "#kernel";
import type {
  CancelSignal,
  FeatureLedgers,
  IssueStore,
  Journal,
  Repository,
  SessionArtifacts,
  Trajectories,
  Verifier,
  WitnessStore,
  Work,
} from "#ports";
import type { Workers } from "./workers.ts";

/** Everything that a worker is given; it reaches nothing else (DESIGN, layers). */
export interface HarnessPorts {
  readonly sha256: Sha256;
  readonly now: () => Timestamp;
  /** Resolves after so many milliseconds, or at once when it is called off. */
  readonly sleep: (ms: number, signal?: CancelSignal) => Promise<void>;
  /** Calls a function again and again until it is told to stop; the process may end while it waits. */
  readonly every: (ms: number, tick: () => void) => () => void;
  /** Hears that a lease was renewed: a sign of life. */
  readonly beat: (issueId: string, expiresAt: string) => void;
  /** A name that no other request ever has. */
  readonly newRequestId: () => string;
  readonly issues: IssueStore;
  readonly sessions: SessionArtifacts;
  readonly ledgers: FeatureLedgers;
  readonly trajectories: Trajectories;
  readonly witnesses: WitnessStore;
  readonly repository: Repository;
  readonly verifier: Verifier;
  readonly work: Work;
  /** This worker's journal; while it is open, nobody else is this worker. */
  readonly journal: Journal;
  readonly workers: Workers;
  /** What lies in the places that boot looks at, by name; empty where there is nothing. */
  readonly listFolder: (path: string) => readonly string[];
  readonly exists: (path: string) => boolean;
}
