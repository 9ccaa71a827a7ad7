import type { SpecValues } from "#kernel";

declare const others: Omit<SpecValues, "governance">;
declare const governance: SpecValues["governance"];

export const values: SpecValues = { ...others, governance };
