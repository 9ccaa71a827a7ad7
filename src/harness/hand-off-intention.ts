import { HAND_OFF_TOOL, readHandOffNote, type UseDraft } from "#kernel";
import type { EndedCalls, TurnIntention } from "#runtime";

/** What a turn that hands over says of itself. */
export interface HandOffWords {
  readonly issueId: string;
  /** Who is to go on. */
  readonly target: string;
  readonly returnPath: string;
}

/**
 * A turn in which the model hands over by its own word says so in its evidence: the gate judges target, sender and return path by the
 * bound contract, and the call's result is consumed by it (K06, R22).
 */
export function handOffIntention({ issueId, target, returnPath }: HandOffWords): TurnIntention {
  return ({ results }: EndedCalls): UseDraft | undefined => {
    const call = results.find(
      ({ outcome, provenance }) => outcome === "ok" && provenance.ref === `tools/${HAND_OFF_TOOL}`,
    );
    const note = call?.payload === undefined ? undefined : readHandOffNote(call.payload);
    if (call === undefined || note === undefined) return undefined;
    const packet = {
      intent: { issueId, left: note.left },
      constraints: note.constraints,
      inputs: [call.toolCallId],
      artifacts: [],
    };
    return { handoff: { target, returnPathRef: returnPath, packet, existing: [] } };
  };
}
