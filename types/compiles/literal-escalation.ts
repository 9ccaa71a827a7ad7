import type { Escalation } from "#kernel";

declare const real: Escalation;

export const kept: Escalation = real;
