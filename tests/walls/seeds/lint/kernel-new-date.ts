// in: src/kernel/seed-new-date.ts  refuses: eslint(no-restricted-globals)
export const year = (): number => new Date().getFullYear();
