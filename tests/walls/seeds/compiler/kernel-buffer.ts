// in: src/kernel/json/seed.ts  refuses: TS2591
export const bytes: Uint8Array = Buffer.from("text");
