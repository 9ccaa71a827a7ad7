import type { NormalizedEvidence } from "../evidence/normalized.ts";
import type { JoinCheckInput } from "../evidence/wire.ts";

/** What a rule may look at, stage by stage. A rule cannot read evidence its stage does not have. */
export interface EvidenceAt {
  readonly join: {
    /** The file as it came: raw rows, declared constraints. */
    readonly input: JoinCheckInput;
    readonly evidence: NormalizedEvidence;
  };
}

/** Where in a turn's life a rule is due. */
export type Stage = keyof EvidenceAt;

/** One thing that trips a class: who it is about, where it stands in the file, and a sentence for a person. */
export interface Finding {
  readonly subject: string;
  readonly path: string;
  readonly note: string;
}

/** No findings means that the rule holds. Rules are pure and total. */
export type Check<S extends Stage> = (evidence: EvidenceAt[S]) => readonly Finding[];

/** One row of the table: the class's stage, the clause it comes from, what it means, when it is skipped, and its check. */
export interface Rule<S extends Stage> {
  readonly stage: S;
  readonly clause: string;
  readonly means: string;
  /** The reason why the rule has nothing to look at in this turn, or undefined when it is due. */
  readonly skip?: (evidence: EvidenceAt[S]) => string | undefined;
  readonly check: Check<S>;
}
