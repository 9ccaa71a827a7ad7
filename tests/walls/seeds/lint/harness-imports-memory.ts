// in: src/harness/seed-memory.ts  refuses: eslint(no-restricted-imports)
export { openFileJournal } from "#memory";
