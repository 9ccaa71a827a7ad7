// refuses: TS2741
import type { SpecValues } from "#kernel";

declare const others: Omit<SpecValues, "renderProtocol">;

export const values: SpecValues = { ...others };
