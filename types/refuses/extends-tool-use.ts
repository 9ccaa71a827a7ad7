// refuses: TS1362 TS1485
import { ToolUse } from "#kernel";

export class Forged extends ToolUse {}
