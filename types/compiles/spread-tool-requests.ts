import type { ToolRequests } from "#kernel";

declare const real: ToolRequests;

export const copies: readonly ToolRequests[] = [real];
