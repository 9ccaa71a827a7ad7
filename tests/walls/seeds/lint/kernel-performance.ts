// in: src/kernel/seed-performance.ts  refuses: eslint(no-restricted-globals)
export const now = (): number => performance.now();
