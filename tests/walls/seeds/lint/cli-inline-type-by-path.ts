// in: src/cli/seed-inline-type.ts  refuses: typescript(consistent-type-imports)
export type Value = import("../kernel/json/value.ts").Json;
