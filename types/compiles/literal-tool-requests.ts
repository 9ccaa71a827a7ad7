import type { ToolRequests } from "#kernel";

declare const real: ToolRequests;

export const kept: ToolRequests = real;
