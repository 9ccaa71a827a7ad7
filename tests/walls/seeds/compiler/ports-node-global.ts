// in: src/ports/seed.ts  refuses: TS2591
export const here: string = process.cwd();
