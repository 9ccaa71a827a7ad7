// in: src/harness/seed.ts  refuses: TS2591
export const home: string | undefined = process.env["HOME"];
