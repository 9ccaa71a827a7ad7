// in: src/harness/seed-node.ts  refuses: eslint(no-restricted-imports)
export { readFileSync } from "node:fs";
