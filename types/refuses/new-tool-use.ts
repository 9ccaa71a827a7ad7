// refuses: TS1362 TS1485 TS2554
import { ToolUse } from "#kernel";

export const forged = new ToolUse();
