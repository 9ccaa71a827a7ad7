// in: src/models/seed-starts-process.ts  refuses: eslint(no-restricted-imports)
export { spawn } from "node:child_process";
