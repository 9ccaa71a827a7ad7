// in: src/cli/seed-door.ts  refuses: eslint(no-restricted-imports)
export { Float } from "../kernel/index.ts";
