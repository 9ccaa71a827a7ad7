// refuses: TS2741
import type { ToolResults } from "#kernel";

declare const real: ToolResults;

export const forged: ToolResults = { callIds: real.callIds };
