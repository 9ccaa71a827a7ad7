// refuses: TS1362 TS1485 TS2554
import { CallSpec } from "#kernel";

export const forged = new CallSpec();
