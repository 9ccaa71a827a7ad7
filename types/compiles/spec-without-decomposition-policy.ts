import type { SpecValues } from "#kernel";

declare const others: Omit<SpecValues, "decompositionPolicy">;
declare const decompositionPolicy: SpecValues["decompositionPolicy"];

export const values: SpecValues = { ...others, decompositionPolicy };
