// in: src/kernel/json/seed.ts  refuses: TS1484
import { Json } from "./value.ts";

export const one: Json = 1;
