// in: src/tools/seed-memory.ts  refuses: eslint(no-restricted-imports)
export { openIssueStore } from "#memory";
