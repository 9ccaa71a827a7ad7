// refuses: TS1362 TS1485
import { PreparedCall } from "#tools";

export class Forged extends PreparedCall {}
