import { type ToolUse } from "#kernel";

export const none: ToolUse | undefined = undefined;
