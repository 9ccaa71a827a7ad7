import { type JoinClosed, turnWitnesses } from "#kernel";
import type { WitnessStore } from "#ports";

/** The witnesses of one turn, by the digests of their content (M14). */
export interface KeptWitnesses {
  readonly callSpec: string;
  readonly toolUse: string;
  readonly joinClosed: string;
}

/** Keeps what a closed turn proves: its spec, what became of its results, and the judgement. */
export function keepWitnesses(store: WitnessStore, join: JoinClosed, specDigest: string): KeptWitnesses {
  const { callSpec, toolUse, joinClosed } = turnWitnesses(join, specDigest);
  return {
    callSpec: store.put("CallSpec", callSpec),
    toolUse: store.put("ToolUse", toolUse),
    joinClosed: store.put("JoinClosed", joinClosed),
  };
}
