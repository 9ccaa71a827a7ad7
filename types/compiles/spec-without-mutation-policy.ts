import type { SpecValues } from "#kernel";

declare const others: Omit<SpecValues, "mutationPolicy">;
declare const mutationPolicy: SpecValues["mutationPolicy"];

export const values: SpecValues = { ...others, mutationPolicy };
