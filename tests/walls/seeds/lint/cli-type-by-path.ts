// in: src/cli/seed-type.ts  refuses: eslint(no-restricted-imports)
import type { Json } from "../kernel/json/value.ts";

export type Value = Json;
