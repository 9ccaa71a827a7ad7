// refuses: TS2741
import type { SpecValues } from "#kernel";

declare const others: Omit<SpecValues, "stateViewPolicy">;

export const values: SpecValues = { ...others };
