import type { GuardStage } from "#kernel";
import type { CancelSignal, DeskCall } from "#ports";

/** What a guardrail looks at: the calls before anything runs, what goes in, or what came out. */
export type GuardInput =
  | { readonly stage: "pre_flight"; readonly calls: readonly DeskCall[] }
  | { readonly stage: "input"; readonly text: string }
  | { readonly stage: "output"; readonly text: string };

/** A guardrail: looks at one stage and says whether it is triggered. Only `false` lets anything pass: one that throws, or says neither `true` nor `false`, denies (R20). */
export interface Guard {
  /** As the governance policy lists it. */
  readonly id: string;
  readonly stage: GuardStage;
  check(input: GuardInput, signal: CancelSignal): boolean | Promise<boolean>;
}
