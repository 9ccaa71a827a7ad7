// in: src/tools/seed.ts  refuses: TS6059 TS6307
export { openIssueStore } from "#memory";
