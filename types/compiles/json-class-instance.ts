import { Float, type Json } from "../../src/kernel/json/value.ts";

export const value: Json = { x: 1, y: new Float(1) };
