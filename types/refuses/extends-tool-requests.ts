// refuses: TS1362 TS1485
import { ToolRequests } from "#kernel";

export class Forged extends ToolRequests {}
