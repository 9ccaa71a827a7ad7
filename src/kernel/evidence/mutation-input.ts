import type { Json } from "../json/value.ts";
import { count, free, list, optional, record, type Schema, text, words } from "../schema/schema.ts";
import type { ArtifactRef } from "./tusk-evidence.ts";

/** One evaluation of a policy on labelled data. Digests are optional in form: a row without them trips its class. */
export interface EvalRow {
  readonly datasetDigest?: string;
  readonly policyDigest?: string;
  readonly tp: number;
  readonly fp: number;
  readonly fn: number;
}

/** One adversarial probe. */
export interface ProbeRow {
  readonly plugin: string;
  readonly strategy: string;
  readonly probeDigest: string;
  readonly outcome: "held" | "broken";
}

/** How a policy that an agent changed can be tried again, escalated, and taken back. */
export interface SelfEvolution {
  readonly policyBefore: string;
  readonly policyAfter: string;
  readonly retry?: string;
  readonly escalation?: string;
  readonly rollback?: string;
}

/** What is brought to the gate with a mutation (CONTRACT-EVIDENCE §2, stage M). */
export interface MutationInput {
  readonly intentDigest: string;
  readonly claims: readonly string[];
  /** The mutation policy that is active now, as a value. */
  readonly activePolicy: Json;
  /** Everything that resolves: a reference that is not here does not. */
  readonly resolved: readonly ArtifactRef[];
  readonly join?: { readonly evidenceDigest: string; readonly witnessRef: string };
  readonly evals?: readonly EvalRow[];
  readonly redTeam?: readonly ProbeRow[];
  readonly selfEvolution?: SelfEvolution;
}

/** The form of {@link MutationInput}. */
export const MUTATION_INPUT: Schema<MutationInput> = record<MutationInput>({
  intentDigest: text,
  claims: list(text),
  activePolicy: free,
  resolved: list(record<ArtifactRef>({ ref: text, digest: text })),
  join: optional(record<NonNullable<MutationInput["join"]>>({ evidenceDigest: text, witnessRef: text })),
  evals: optional(
    list(
      record<EvalRow>({ datasetDigest: optional(text), policyDigest: optional(text), tp: count, fp: count, fn: count }),
    ),
  ),
  redTeam: optional(
    list(record<ProbeRow>({ plugin: text, strategy: text, probeDigest: text, outcome: words("held", "broken") })),
  ),
  selfEvolution: optional(
    record<SelfEvolution>({
      policyBefore: text,
      policyAfter: text,
      retry: optional(text),
      escalation: optional(text),
      rollback: optional(text),
    }),
  ),
});
