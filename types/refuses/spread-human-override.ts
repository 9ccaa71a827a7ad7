// refuses: TS2740
// emitted: TS2739
import type { HumanOverride } from "#kernel";

declare const real: HumanOverride;

export const copy: HumanOverride = { ...real };
