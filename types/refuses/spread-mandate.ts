// refuses: TS2740
// emitted: TS2739
import type { Mandate } from "#kernel";

declare const real: Mandate;

export const copy: Mandate = { ...real };
