// refuses: TS2345
import { admitMutation, type MutationProofs, type MutationReady, type Sha256, type ToolResults, type Verdict } from "#kernel";

declare const given: ToolResults;
declare const proofs: MutationProofs;
declare const sha256: Sha256;

export const next: Verdict<MutationReady> = admitMutation(given, proofs, sha256);
