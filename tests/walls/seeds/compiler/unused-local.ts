// in: src/kernel/json/seed.ts  refuses: TS6133
const unused = 1;
export const used = 2;
