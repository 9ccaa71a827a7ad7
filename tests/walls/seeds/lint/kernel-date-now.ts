// in: src/kernel/seed-date-now.ts  refuses: eslint(no-restricted-globals)
export const now = (): number => Date.now();
