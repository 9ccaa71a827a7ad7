import type { JoinClosed } from "#kernel";
import type { KeptWitnesses } from "./keep-witnesses.ts";

/** The newest turn of a run that intends a mutation, closed: what a permit can be asked for with (DESIGN 12). */
export interface IntendedTurn {
  readonly join: JoinClosed;
  /** Where its witnesses are, where the run keeps them. */
  readonly witnesses?: KeptWitnesses;
}
