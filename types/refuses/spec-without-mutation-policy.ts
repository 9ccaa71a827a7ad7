// refuses: TS2741
import type { SpecValues } from "#kernel";

declare const others: Omit<SpecValues, "mutationPolicy">;

export const values: SpecValues = { ...others };
