// refuses: TS1362 TS1485 TS2554
import { MutationReady } from "#kernel";

export const forged = new MutationReady();
