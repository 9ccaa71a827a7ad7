// in: src/kernel/json/seed.ts  refuses: TS9010
export const now = [1, 2].map((count) => count + 1);
