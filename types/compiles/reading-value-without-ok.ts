import { readJson } from "../../src/kernel/json/read.ts";
import type { Utf8 } from "../../src/kernel/json/utf8.ts";
import type { Json } from "../../src/kernel/json/value.ts";

export function value(bytes: Uint8Array, utf8: Utf8): Json | undefined {
  const reading = readJson(bytes, utf8);
  return reading.ok ? reading.value : undefined;
}
