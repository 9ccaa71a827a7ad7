// refuses: TS2739
import type { CallSpec } from "#kernel";

declare const real: CallSpec;

export const copy: CallSpec = { ...real };
