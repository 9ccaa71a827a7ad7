import type { SpecValues } from "#kernel";

declare const others: Omit<SpecValues, "stateViewPolicy">;
declare const stateViewPolicy: SpecValues["stateViewPolicy"];

export const values: SpecValues = { ...others, stateViewPolicy };
