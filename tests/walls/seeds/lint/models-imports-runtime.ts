// in: src/models/seed-runtime.ts  refuses: eslint(no-restricted-imports)
export { eventHub } from "#runtime";
