// refuses: TS1362 TS1485 TS2554
import { PreparedCall } from "#tools";

export const forged = new PreparedCall();
