// in: src/harness/seed.ts  refuses: TS2584
export const title: string = document.title;
