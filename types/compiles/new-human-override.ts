import { type HumanOverride } from "#kernel";

export const none: HumanOverride | undefined = undefined;
