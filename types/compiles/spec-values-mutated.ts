import type { CallSpec, Json } from "#kernel";

declare const spec: CallSpec;

export const policy: Json = spec.values.mutationPolicy;
