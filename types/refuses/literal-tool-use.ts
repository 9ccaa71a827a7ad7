// refuses: TS2741
import type { ToolUse } from "#kernel";

declare const real: ToolUse;

export const forged: ToolUse = { useDigest: real.useDigest, dispositionOf: (id) => real.dispositionOf(id) };
