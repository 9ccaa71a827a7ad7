// refuses: TS2739
// emitted: TS2741
import type { CallSpec } from "#kernel";

declare const real: CallSpec;

export const forged: CallSpec = { turn: real.turn, values: real.values, wire: real.wire };
