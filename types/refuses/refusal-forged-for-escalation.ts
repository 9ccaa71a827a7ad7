// refuses: TS2741
import { mintEscalation, type Mutation, type Refusal, type Sha256 } from "#kernel";

declare const real: Refusal;
declare const mutation: Mutation;
declare const sha256: Sha256;

const refusal = { violations: real.violations, answer: real.answer };
export const minting = mintEscalation({ refusal, refusalWitnessRef: "w", retryPolicyDigest: "p", mutation }, sha256);
