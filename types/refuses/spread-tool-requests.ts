// refuses: TS2739
import type { ToolRequests } from "#kernel";

declare const real: ToolRequests;

export const copy: ToolRequests = { ...real };
