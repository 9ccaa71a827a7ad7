// refuses: TS2741
import type { ToolRequests } from "#kernel";

declare const real: ToolRequests;

export const forged: ToolRequests = { callIds: real.callIds, requestDigest: real.requestDigest };
