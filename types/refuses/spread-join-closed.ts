// refuses: TS2739
import type { JoinClosed } from "#kernel";

declare const real: JoinClosed;

export const copy: JoinClosed = { ...real };
