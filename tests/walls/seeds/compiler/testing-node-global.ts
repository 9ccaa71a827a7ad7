// in: src/testing/seed.ts  refuses: TS2591
export const home: string = process.cwd();
