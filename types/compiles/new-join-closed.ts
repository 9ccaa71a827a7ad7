import { type JoinClosed } from "#kernel";

export const none: JoinClosed | undefined = undefined;
