// refuses: TS2739
import type { MutationReady } from "#kernel";

declare const real: MutationReady;

export const copy: MutationReady = { ...real };
