import { type Escalation } from "#kernel";

export const none: Escalation | undefined = undefined;
