import type { NormalizedState } from "../evidence/normalized.ts";
import type { JoinCheckInput } from "../evidence/wire.ts";
import type { GuardedFacts, RequestFacts, TurnFacts } from "./facts.ts";
import type { MutationFacts } from "./mutation-facts.ts";

/** The wire rows, as the reference reads them. */
export interface WireFacts {
  /** The file as it came: raw rows, declared constraints. */
  readonly input: JoinCheckInput;
  readonly evidence: NormalizedState;
}

/** What a rule may look at, stage by stage. A rule cannot read evidence its stage does not have. */
export interface EvidenceAt {
  /** What the reference knows: it has to do without `evidence.tusk`. */
  readonly wire: WireFacts;
  /** The bound spec and the requests, before anybody was asked and before anything ran. */
  readonly requests: RequestFacts;
  /** The same, with the last word on each permission question. */
  readonly guard: GuardedFacts;
  /** The whole turn. */
  readonly join: TurnFacts;
  /** A turn and the one mutation it asks for. */
  readonly mutation: MutationFacts;
}

/** Where in a turn's life a rule is due. */
export type Stage = keyof EvidenceAt;

/** What becomes of a refused turn (DESIGN 17): `continue` answers each refused call, `stop` ends the turn. */
export type Answer = "continue" | "stop";

/** One thing that trips a class: who it is about, where it stands in the file, and a sentence for a person. */
export interface Finding {
  readonly subject: string;
  readonly path: string;
  readonly note: string;
  /** The value that would prove it is not there. It trips, and where a zero-retention mode withheld it, it says so. */
  readonly unproven?: true;
}

/** No findings means that the rule holds. Rules are pure and total. */
export type Check<S extends Stage> = (evidence: EvidenceAt[S]) => readonly Finding[];

/** One rule of a class: where it looks, what a refusal answers, when it trips, when it has nothing to look at. */
export interface Rule<S extends Stage> {
  readonly stage: S;
  readonly answer: Answer;
  /** When it trips, in words for a person. */
  readonly when: string;
  /** The reason why the rule has nothing to look at in this turn, or undefined when it is due. */
  readonly idle?: (evidence: EvidenceAt[S]) => string | undefined;
  readonly check: Check<S>;
  /** What proves it on a live turn that goes on as usual, so that it need not be run there again. A file proves nothing. */
  readonly provenLive?: LiveProof;
}

/**
 * `doors`: an earlier door refuses what would trip it, or makes the rows so that nothing can. `policies`: it looks at nothing but bound
 * policies, so that one turn proves it for all that are bound to them. `unclaimed`: the same, as long as a turn brings no governance
 * profile. A property test holds live verdicts against those on the turn's file, where every rule runs.
 */
export type LiveProof = "doors" | "policies" | "unclaimed";

/** A rule of any stage; which one it is decides which evidence it gets. */
export type AnyRule = { readonly [S in Stage]: Rule<S> }[Stage];

/** One row of the table: what a class means, what to do about it, and its rules in each profile. */
export interface ClassRow {
  readonly clause: string;
  readonly means: string;
  readonly remedy: string;
  /** The rules of the `full` profile; at least one. */
  readonly full: readonly [AnyRule, ...AnyRule[]];
}

/** The row of a class that the reference can trip too. */
export interface ReferenceRow extends ClassRow {
  /** The contract's rule (1.4), exactly. */
  readonly reference: Rule<"wire">;
}
