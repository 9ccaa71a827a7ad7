import type { MutationProofs } from "#kernel";

export const proofs: MutationProofs = {
  mutation: { action: "issue.close", args: { id: "bd-7" } },
  witnessRef: "witness://1",
  claims: [],
  activePolicy: {},
  resolved: [],
};
