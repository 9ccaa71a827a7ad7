// refuses: TS1362 TS1485
import { MutationReady } from "#kernel";

export class Forged extends MutationReady {}
