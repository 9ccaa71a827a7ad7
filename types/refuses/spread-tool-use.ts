// refuses: TS2739
import type { ToolUse } from "#kernel";

declare const real: ToolUse;

export const copy: ToolUse = { ...real };
