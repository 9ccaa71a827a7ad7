// refuses: TS2741
import type { ClosedHistory } from "#kernel";

export const forged: ClosedHistory = { messages: [] };
