// refuses: TS1362 TS1485
import { HumanOverride } from "#kernel";

export class Forged extends HumanOverride {}
