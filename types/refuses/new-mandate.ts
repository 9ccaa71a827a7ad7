// refuses: TS1362 TS1485 TS2554
import { Mandate } from "#kernel";

export const forged = new Mandate();
