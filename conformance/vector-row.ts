import type { FailClass, MutationInput } from "#kernel";
import type { Draft, TurnDraft } from "./altered-turn.ts";
import type { FullTurn } from "./full-turn.ts";

/** One small edit of a turn's file. */
export type Change = (turn: TurnDraft) => void;

/** Stands for the turn's call id, which is derived and so not known while a row is written. */
export const CALL = "<callId>";

/** A finding that a vector must yield: subject, path, and the class where it is not the vector's own. */
export type Expected = readonly [subject: string, path: string, failClass?: FailClass];

/** One way in which a class trips: what is done otherwise than in the twin that holds. */
export interface TripRow {
  /** Part of the file's name; the first case has none. */
  readonly name?: string;
  readonly why: string;
  /** Another turn than the row's, where the case needs one. */
  readonly from?: FullTurn;
  /** Done before an honest producer computes call id and policy digests. */
  readonly change?: Change;
  /** Done afterwards: what is broken is a digest itself. */
  readonly forge?: Change;
  /** What is wrong with the mutation input, in classes of stage M. */
  readonly spoil?: (mutation: Draft<MutationInput>) => void;
  readonly trips: readonly [Expected, ...Expected[]];
}

/** The vectors of one class: a turn in which it is held, and every way in which it trips. */
export interface VectorRow {
  readonly class: FailClass;
  readonly from: FullTurn;
  readonly holds: string;
  /** What the twin that holds has beyond its turn; the cases of the same turn have it too. */
  readonly change?: Change;
  readonly cases: readonly [TripRow, ...TripRow[]];
}
