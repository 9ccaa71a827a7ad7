// in: src/kernel/json/seed.ts  refuses: TS2304
export const id: string = crypto.randomUUID();
