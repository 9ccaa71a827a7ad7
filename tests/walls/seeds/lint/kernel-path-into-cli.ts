// in: src/kernel/gate/seed-cli.ts  refuses: eslint(no-restricted-imports)
export { main } from "../../cli/main.ts";
