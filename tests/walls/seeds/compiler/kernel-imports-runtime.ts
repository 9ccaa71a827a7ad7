// in: src/kernel/seed.ts  refuses: TS6059 TS6307
export { eventHub } from "#runtime";
