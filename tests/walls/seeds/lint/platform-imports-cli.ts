// in: src/platform/seed-cli.ts  refuses: eslint(no-restricted-imports)
export { main } from "../cli/main.ts";
