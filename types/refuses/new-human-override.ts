// refuses: TS1362 TS1485 TS2554
import { HumanOverride } from "#kernel";

export const forged = new HumanOverride();
