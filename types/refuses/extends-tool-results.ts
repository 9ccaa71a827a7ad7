// refuses: TS1362 TS1485
import { ToolResults } from "#kernel";

export class Forged extends ToolResults {}
