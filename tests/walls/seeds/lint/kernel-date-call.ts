// in: src/kernel/seed-date-call.ts  refuses: eslint(no-restricted-globals)
export const now = (): string => Date();
