// refuses: TS1362 TS1485 TS2554
import { ClosedHistory } from "#kernel";

export const forged = new ClosedHistory();
