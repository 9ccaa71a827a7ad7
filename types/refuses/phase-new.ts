// refuses: TS1362 TS1485 TS2554
import { Idle } from "#runtime";

export const forged = new Idle();
