import { mintOverride, type Mutation, type Sha256 } from "#kernel";

declare const mutation: Mutation;
declare const sha256: Sha256;

const grant = { actor: "arj", reason: "so", explicit: true, insideAgentRun: false, mutation };
export const minting = mintOverride(grant, sha256);
