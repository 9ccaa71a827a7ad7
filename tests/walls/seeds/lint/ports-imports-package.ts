// in: src/ports/seed-package.ts  refuses: eslint(no-restricted-imports)
export type { Stats } from "node:fs";
