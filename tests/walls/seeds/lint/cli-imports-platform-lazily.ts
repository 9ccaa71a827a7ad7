// in: src/cli/seed-platform-lazy.ts  refuses: eslint(no-restricted-imports)
export const platform: () => Promise<unknown> = () => import("#platform");
