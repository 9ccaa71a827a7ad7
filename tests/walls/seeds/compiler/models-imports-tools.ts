// in: src/models/seed.ts  refuses: TS6059 TS6307
export { toolSet } from "#tools";
