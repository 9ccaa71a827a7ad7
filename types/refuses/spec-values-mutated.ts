// refuses: TS2540
import type { CallSpec } from "#kernel";

declare const spec: CallSpec;

spec.values.mutationPolicy = {};
