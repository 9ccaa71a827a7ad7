// in: src/kernel/seed-process.ts  refuses: eslint(no-restricted-globals)
export const id = (): number => process.pid;
