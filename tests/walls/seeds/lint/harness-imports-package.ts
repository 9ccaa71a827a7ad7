// in: src/harness/seed-package.ts  refuses: eslint(no-restricted-imports)
export { sha256 } from "@noble/hashes/sha2.js";
