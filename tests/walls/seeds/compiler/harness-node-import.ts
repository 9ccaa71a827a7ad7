// in: src/harness/seed.ts  refuses: TS2591
import { readFileSync } from "node:fs";

export const read: (path: string) => Uint8Array = (path) => readFileSync(path);
