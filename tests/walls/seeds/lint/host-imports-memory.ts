// in: src/host/seed-memory.ts  refuses: eslint(no-restricted-imports)
export { openIssueStore } from "#memory";
