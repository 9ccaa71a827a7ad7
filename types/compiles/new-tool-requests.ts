import { type ToolRequests } from "#kernel";

export const none: ToolRequests | undefined = undefined;
