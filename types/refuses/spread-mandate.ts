// refuses: TS2740
import type { Mandate } from "#kernel";

declare const real: Mandate;

export const copy: Mandate = { ...real };
