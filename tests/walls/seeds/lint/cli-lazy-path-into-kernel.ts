// in: src/cli/render/seed-lazy.ts  refuses: eslint(no-restricted-imports)
export const value: () => Promise<unknown> = () => import("../../kernel/json/value.ts");
