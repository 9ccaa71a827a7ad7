// in: src/harness/seed-platform.ts  refuses: eslint(no-restricted-imports)
export { sha256 } from "#platform";
