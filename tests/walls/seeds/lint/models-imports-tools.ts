// in: src/models/seed-tools.ts  refuses: eslint(no-restricted-imports)
export { toolSet } from "#tools";
