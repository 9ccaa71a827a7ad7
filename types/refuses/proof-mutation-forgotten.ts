// refuses: TS2741
import type { MutationProofs } from "#kernel";

export const proofs: MutationProofs = {
  witnessRef: "witness://1",
  claims: [],
  activePolicy: {},
  resolved: [],
};
