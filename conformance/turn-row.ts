import type { FailClass, MutationInput } from "#kernel";
import type { Draft } from "./altered-turn.ts";
import type { FullTurn } from "./full-turn.ts";
import type { Change } from "./vector-row.ts";

/** The slices of seed 000 §8 that can be judged on evidence, and the lies no slice tells. */
export const SLICES = {
  mutation: "000 §8.3",
  modes: "000 §8.4",
  discovery: "000 §8.5",
  callers: "000 §8.6",
  limits: "000 §8.7",
  escalation: "000 §8.8",
  transport: "000 §8.10",
  boundary: "000 §8.11",
  continuity: "000 §8.12",
  guardrails: "000 §8.13",
  provenance: "000 §8.14",
  promotion: "000 §8.15",
  observability: "000 §8.16",
  handoff: "000 §8.17",
  scope: "000 §8.18",
  binding: "CONTRACT-EVIDENCE §1",
} as const;

export type Slice = keyof typeof SLICES;

/** A turn that is as it should be. */
export interface GoldenRow {
  readonly name: string;
  readonly slices: readonly [Slice, ...Slice[]];
  readonly from: FullTurn;
  /** Judged with the mutation that the turn intends. */
  readonly mutation?: true;
  /** As a journal stores it: the digest must stay the one of the live turn. */
  readonly stored?: Change;
  /** As a zero-retention mode stores it: nothing trips, and what was withheld is never called held. */
  readonly withheld?: readonly FailClass[];
}

/** A turn that must not be accepted. */
export interface AdversarialRow {
  readonly name: string;
  readonly slice: Slice;
  readonly from: FullTurn;
  /** Done before an honest producer computes call id and policy digests. */
  readonly change?: Change;
  /** Done afterwards: what is broken is a digest, or the form. */
  readonly forge?: Change;
  /** Judged with the mutation that the turn intends, and with this wrong about it. */
  readonly spoil?: (mutation: Draft<MutationInput>) => void;
  /** Every class that trips, or a part of the reason for which nothing can be judged. */
  readonly expected: readonly [FailClass, ...FailClass[]] | { readonly unusable: string };
  /** `continue`: only the calls are refused, and the loop may go on. */
  readonly answer?: "continue";
}
