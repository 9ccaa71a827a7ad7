// in: src/kernel/digest/seed-lazy-package.ts  refuses: eslint(no-restricted-imports)
export const hashes: () => Promise<unknown> = () => import("@noble/hashes/sha2.js");
