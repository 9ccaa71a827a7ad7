import type { SpecValues } from "#kernel";

declare const others: Omit<SpecValues, "renderProtocol">;
declare const renderProtocol: SpecValues["renderProtocol"];

export const values: SpecValues = { ...others, renderProtocol };
