// in: src/runtime/seed-memory.ts  refuses: eslint(no-restricted-imports)
export { openFileJournal } from "#memory";
