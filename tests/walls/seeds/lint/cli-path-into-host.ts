// in: src/cli/render/seed-host.ts  refuses: eslint(no-restricted-imports)
export { GOLDEN_TURN } from "../../host/actions/tour-turns.ts";
