// in: src/kernel/seed-crypto.ts  refuses: eslint(no-restricted-globals)
export const id = (): string => crypto.randomUUID();
