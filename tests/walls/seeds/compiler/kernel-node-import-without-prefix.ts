// in: src/kernel/json/seed.ts  refuses: TS2591
import { readFileSync } from "fs";

export const read: (path: string) => Uint8Array = (path) => readFileSync(path);
