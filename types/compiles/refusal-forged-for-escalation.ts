import { mintEscalation, type Mutation, type Refusal, type Sha256 } from "#kernel";

declare const refusal: Refusal;
declare const mutation: Mutation;
declare const sha256: Sha256;

export const minting = mintEscalation({ refusal, refusalWitnessRef: "w", retryPolicyDigest: "p", mutation }, sha256);
