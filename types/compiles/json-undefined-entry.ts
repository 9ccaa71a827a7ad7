import type { Json } from "../../src/kernel/json/value.ts";

export const value: Json = { digest: null };
