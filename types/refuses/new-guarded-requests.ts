// refuses: TS1362 TS1485 TS2554
import { GuardedRequests } from "#kernel";

export const forged = new GuardedRequests();
