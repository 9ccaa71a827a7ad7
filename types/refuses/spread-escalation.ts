// refuses: TS2740
// emitted: TS2739
import type { Escalation } from "#kernel";

declare const real: Escalation;

export const copy: Escalation = { ...real };
