// refuses: TS2322
import type { Json } from "../../src/kernel/json/value.ts";

export const value: Json = { digest: undefined };
