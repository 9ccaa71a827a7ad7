import type { EvidenceAt, Finding } from "../../rule.ts";

type Wire = EvidenceAt["wire"];

/** Stop reasons that have a continuation when no protocol policy is bound (contract 1.4). */
const HANDLED_STOP_REASONS: ReadonlySet<string> = new Set(["tool_use", "pause_turn", "max_tokens", "end_turn"]);

/** The model stopped for a reason nobody handles. */
export function stopReasonUnhandled({ evidence }: Wire): readonly Finding[] {
  const { stopReason } = evidence.protocolState;
  if (HANDLED_STOP_REASONS.has(stopReason)) return [];
  const note = `stop reason "${stopReason}" is none of ${[...HANDLED_STOP_REASONS].join(", ")}`;
  return [{ subject: evidence.callSpec.callId, path: "evidence.protocolState.stopReason", note }];
}

/** The caller declares that parallel results were handed over in the wrong order. */
export function parallelTransportOrderInvalid({ input, evidence }: Wire): readonly Finding[] {
  if (input.protocolConstraints?.parallelTransportOrderValid !== false) return [];
  const path = "protocolConstraints.parallelTransportOrderValid";
  return [{ subject: evidence.callSpec.callId, path, note: "the order of parallel results was declared not valid" }];
}

/** Nothing is declared about transport order. */
export function noTransportOrder({ input }: Wire): string | undefined {
  const declared = input.protocolConstraints?.parallelTransportOrderValid ?? null;
  return declared === null ? "protocolConstraints.parallelTransportOrderValid is absent" : undefined;
}
