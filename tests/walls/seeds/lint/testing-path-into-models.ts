// in: src/testing/seed-path.ts  refuses: eslint(no-restricted-imports)
export { scriptedModel } from "../models/index.ts";
