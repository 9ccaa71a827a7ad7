// in: src/kernel/digest/seed-node.ts  refuses: eslint(no-restricted-imports)
export { readFileSync } from "fs";
