import { type ToolUse } from "#kernel";

export interface Holder {
  readonly held: ToolUse;
}
