// refuses: TS1362 TS1485 TS2554
import { Escalation } from "#kernel";

export const forged = new Escalation();
