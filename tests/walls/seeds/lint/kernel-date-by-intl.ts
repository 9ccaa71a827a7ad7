// in: src/kernel/seed-intl.ts  refuses: eslint(no-restricted-globals)
export const today = (): string => new Intl.DateTimeFormat("en").format();
