// refuses: TS2741
import type { PreparedCall } from "#tools";

declare const real: PreparedCall;

export const forged: PreparedCall = { toolCallId: real.toolCallId, tool: real.tool, args: real.args, repairs: real.repairs };
