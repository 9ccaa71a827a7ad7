import { type Mandate } from "#kernel";

export const none: Mandate | undefined = undefined;
