import { type Mandate, mintMandate, type Sha256 } from "#kernel";

declare const grant: Parameters<typeof mintMandate>[0];
declare const sha256: Sha256;

const minting = mintMandate(grant, sha256);
export const permit: Mandate | undefined = minting.ok ? minting.permit : undefined;
