// in: src/kernel/gate/seed-own-name.ts  refuses: eslint(no-restricted-imports)
export { Float } from "#kernel";
