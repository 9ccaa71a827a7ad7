import { type ToolResults } from "#kernel";

export const none: ToolResults | undefined = undefined;
