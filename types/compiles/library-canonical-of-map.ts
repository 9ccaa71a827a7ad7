import { canonical } from "../../src/index.ts";

export const text = canonical({ a: 1 });
