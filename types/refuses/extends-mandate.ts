// refuses: TS1362 TS1485
import { Mandate } from "#kernel";

export class Forged extends Mandate {}
