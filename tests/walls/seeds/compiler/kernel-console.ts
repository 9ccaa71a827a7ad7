// in: src/kernel/json/seed.ts  refuses: TS2584
console.log("text");
export const done = true;
