import {
  admitMutation,
  type JoinClosed,
  type MutationProofs,
  type MutationReady,
  type Sha256,
  type Verdict,
} from "#kernel";

declare const given: JoinClosed;
declare const proofs: MutationProofs;
declare const sha256: Sha256;

export const next: Verdict<MutationReady> = admitMutation(given, proofs, sha256);
