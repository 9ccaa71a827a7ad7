// in: src/cli/seed.ts  refuses: TS6059 TS6307
export { digest } from "../index.ts";
