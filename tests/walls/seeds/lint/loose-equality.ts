// in: src/cli/seed-equality.ts  refuses: eslint(eqeqeq)
export const same = (left: unknown, right: unknown): boolean => left == right;
