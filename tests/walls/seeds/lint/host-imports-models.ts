// in: src/host/seed-models.ts  refuses: eslint(no-restricted-imports)
export { scriptedModel } from "#models";
