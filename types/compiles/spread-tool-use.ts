import type { ToolUse } from "#kernel";

declare const real: ToolUse;

export const copies: readonly ToolUse[] = [real];
