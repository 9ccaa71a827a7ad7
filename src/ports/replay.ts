import type { BudgetAmounts, Digest, JournalDamage, WalkedRow } from "#kernel";
import type { Journal } from "./journal.ts";
import type { WitnessStore } from "./witness-store.ts";

/** A cassette as it was read: the rows that hold, and the first thing that no crash leaves. */
export interface ReadCassette {
  readonly rows: readonly Pick<WalkedRow, "seq" | "event">[];
  readonly damage?: JournalDamage | undefined;
}

/** The first thing that came out otherwise than it was recorded. */
export interface ReplayDifference {
  /** Which of the recorded runs it was, from 1. */
  readonly run: number;
  /** 0 before the first step. */
  readonly step: number;
  /** The row of the cassette at which it showed; behind its last one where it had ended. */
  readonly row: number;
  /** What the run did: the kind of the row that it wrote, or what it asked for. */
  readonly what: string;
  /** Where in it, empty for the whole. */
  readonly path: string;
  /** Short values as they are, others by their digests. */
  readonly recorded: string;
  readonly replayed: string;
}

/**
 * Why a cassette is not replayed: it keeps digests only; a row is not as it was written, or says nothing that a cassette says; it does not
 * begin with a run; it has no such step; what it holds cannot be made anew under another name.
 */
export type ReplayRefusalCode = "zero_retention" | "damaged" | "unreadable" | "no_run" | "no_step" | "no_beginning";
export interface ReplayRefusal {
  readonly code: ReplayRefusalCode;
  readonly row?: number;
  readonly message: string;
}

/** Where a replayed session stands. */
export interface ReplayStanding {
  readonly sessionId: string;
  readonly steps: number;
  readonly phase: "Completed" | "Failed" | "Interrupted" | "Open";
  readonly messages: number;
  readonly budgetLeft?: BudgetAmounts;
  /** The newest rows, by the digests of what they say. */
  readonly lastRows: readonly { readonly kind: string; readonly step?: number; readonly digest: Digest }[];
}

/** What a replay came to. */
export interface ReplayReport {
  readonly result: "same" | "differs" | "refused";
  readonly runs: number;
  /** How many rows of the session were written once more, and one digest of all of them. */
  readonly rows: number;
  readonly digest: Digest;
  /** Whether the newest run was recorded to its end. */
  readonly isWhole: boolean;
  /** Whether every row of the session was made anew, none taken over. */
  readonly isFromStart: boolean;
  readonly standing: ReplayStanding;
  readonly difference?: ReplayDifference;
  readonly refusal?: ReplayRefusal;
}

/** Where a session goes that is made anew from a cassette. */
export interface ForkTarget {
  readonly journal: Journal;
  readonly witnesses: WitnessStore;
}

/** A session that is made anew: nothing of it stands among the others before it is kept. */
export interface ForkDraft extends ForkTarget {
  /** Writes its journal. Rejects with `PortError`. */
  keep(): Promise<void>;
}

/** How far a replay goes, and what it leaves. */
export interface ReplayOptions {
  /** Stops when this step has ended. */
  readonly until?: number;
  /** Writes what the runs did as another session; nothing is compared but the order of rows. */
  readonly fork?: ForkTarget;
}

/** Runs a cassette once more through the real loop, without model, network or effects (R24). */
export type Replay = (cassette: ReadCassette, options?: ReplayOptions) => Promise<ReplayReport>;
