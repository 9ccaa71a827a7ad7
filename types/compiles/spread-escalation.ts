import type { Escalation } from "#kernel";

declare const real: Escalation;

export const copies: readonly Escalation[] = [real];
