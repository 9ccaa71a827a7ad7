// in: src/kernel/json/seed.ts  refuses: TS2304
export const bytes: Uint8Array = new TextEncoder().encode("text");
