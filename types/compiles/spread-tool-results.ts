import type { ToolResults } from "#kernel";

declare const real: ToolResults;

export const copies: readonly ToolResults[] = [real];
