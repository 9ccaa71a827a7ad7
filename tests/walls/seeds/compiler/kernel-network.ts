// in: src/kernel/json/seed.ts  refuses: TS2304
export const page: () => Promise<unknown> = () => fetch("https://example.org");
