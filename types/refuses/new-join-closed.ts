// refuses: TS1362 TS1485 TS2554
import { JoinClosed } from "#kernel";

export const forged = new JoinClosed();
