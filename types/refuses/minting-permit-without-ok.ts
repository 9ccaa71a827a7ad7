// refuses: TS2339
import { type Mandate, mintMandate, type Sha256 } from "#kernel";

declare const grant: Parameters<typeof mintMandate>[0];
declare const sha256: Sha256;

export const permit: Mandate = mintMandate(grant, sha256).permit;
