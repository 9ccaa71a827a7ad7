// refuses: TS2739
// emitted: TS2345
import { admitMutation, type MutationProofs, type MutationReady, type Sha256, type Verdict } from "#kernel";

declare const given: MutationReady;
declare const proofs: MutationProofs;
declare const sha256: Sha256;

export const next: Verdict<MutationReady> = admitMutation(given, proofs, sha256);
