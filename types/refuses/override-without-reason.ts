// refuses: TS2741
import { mintOverride, type Mutation, type Sha256 } from "#kernel";

declare const mutation: Mutation;
declare const sha256: Sha256;

export const minting = mintOverride({ actor: "arj", explicit: true, insideAgentRun: false, mutation }, sha256);
