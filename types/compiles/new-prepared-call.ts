import { type PreparedCall } from "#tools";

export const none: PreparedCall | undefined = undefined;
