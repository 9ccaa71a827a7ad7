// refuses: TS2739
import type { ToolResults } from "#kernel";

declare const real: ToolResults;

export const copy: ToolResults = { ...real };
