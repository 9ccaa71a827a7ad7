// refuses: TS2739
import type { PreparedCall } from "#tools";

declare const real: PreparedCall;

export const copy: PreparedCall = { ...real, args: {} };
