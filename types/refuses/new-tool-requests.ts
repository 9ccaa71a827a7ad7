// refuses: TS1362 TS1485 TS2554
import { ToolRequests } from "#kernel";

export const forged = new ToolRequests();
