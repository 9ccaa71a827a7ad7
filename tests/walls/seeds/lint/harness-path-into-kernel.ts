// in: src/harness/seed-path.ts  refuses: eslint(no-restricted-imports)
export { Float } from "../kernel/json/value.ts";
