import type { ToolResults } from "#kernel";

declare const real: ToolResults;

export const kept: ToolResults = real;
