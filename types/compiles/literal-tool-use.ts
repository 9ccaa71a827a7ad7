import type { ToolUse } from "#kernel";

declare const real: ToolUse;

export const kept: ToolUse = real;
