// refuses: TS1362 TS1485 TS2554
import { ToolResults } from "#kernel";

export const forged = new ToolResults();
