// in: src/kernel/seed-random.ts  refuses: eslint(no-restricted-properties)
export const chance = (): number => Math.random();
