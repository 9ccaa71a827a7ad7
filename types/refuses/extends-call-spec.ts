// refuses: TS1362 TS1485
import { CallSpec } from "#kernel";

export class Forged extends CallSpec {}
