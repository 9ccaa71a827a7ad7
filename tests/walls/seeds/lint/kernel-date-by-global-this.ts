// in: src/kernel/seed-global-this.ts  refuses: eslint(no-restricted-globals)
export const now = (): number => globalThis.Date.now();
