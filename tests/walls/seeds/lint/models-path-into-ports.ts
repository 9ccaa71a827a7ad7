// in: src/models/seed-path.ts  refuses: eslint(no-restricted-imports)
export { PortError } from "../ports/port-error.ts";
