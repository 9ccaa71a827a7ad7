// refuses: TS1362 TS1485
import { Escalation } from "#kernel";

export class Forged extends Escalation {}
