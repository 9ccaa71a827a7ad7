import { type CallSpec } from "#kernel";

export const none: CallSpec | undefined = undefined;
