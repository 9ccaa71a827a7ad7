import type { Json } from "../../src/kernel/json/value.ts";

export const value: Json = [1, 2n, "three", [false]];
