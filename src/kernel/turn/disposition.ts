import type { Disposition } from "../evidence/normalized.ts";
import type { TuskEvidence, UseEvidence } from "../evidence/tusk-evidence.ts";

/** What became of a result, in the documents' words (seed 000 §4.4). */
export type UseDisposition = "consumed" | "observed_only" | "discarded_with_reason" | "retry_scheduled";

/** The word that the wire has for it, so that the reference can read it. */
export const WIRE_WORD: { readonly [D in UseDisposition]: Disposition } = {
  consumed: "consumed",
  observed_only: "observed",
  discarded_with_reason: "discarded",
  retry_scheduled: "observed",
};

/** What a result can be consumed by. */
export type Consumer = "handoff" | "summary" | "intent";

/** The table of dispositions, first match first (K06): nobody chooses one. */
const DISPOSITIONS: readonly {
  readonly disposition: UseDisposition;
  readonly when: (use: UseEvidence, consumers: readonly Consumer[]) => boolean;
}[] = [
  { disposition: "retry_scheduled", when: (use) => use.retry !== undefined },
  { disposition: "consumed", when: (_, consumers) => consumers.length > 0 },
  { disposition: "discarded_with_reason", when: (use) => use.reasonCode !== undefined },
];

/** The disposition that the evidence derives; a result nobody names was only observed. */
export function deriveDisposition(use: UseEvidence, consumers: readonly Consumer[]): UseDisposition {
  return DISPOSITIONS.find((row) => row.when(use, consumers))?.disposition ?? "observed_only";
}

/** Which of handoff, summary and intent name each call as their input, in that order. */
export function namedInputs(
  tusk: Pick<TuskEvidence, "handoff" | "summary" | "intent">,
): ReadonlyMap<string, readonly Consumer[]> {
  const named = new Map<string, Consumer[]>();
  const inputs = { handoff: tusk.handoff?.packet.inputs, summary: tusk.summary?.inputs, intent: tusk.intent?.inputs };
  for (const consumer of ["handoff", "summary", "intent"] as const) {
    const ids = inputs[consumer];
    if (ids === undefined) continue;
    for (const id of Array.isArray(ids) && ids.length < 2 ? ids : new Set(ids)) {
      const consumers = named.get(id);
      if (consumers === undefined) named.set(id, [consumer]);
      else consumers.push(consumer);
    }
  }
  return named;
}
