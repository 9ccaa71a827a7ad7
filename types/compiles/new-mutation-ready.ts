import { type MutationReady } from "#kernel";

export const none: MutationReady | undefined = undefined;
