// refuses: TS2542
import type { JsonObject } from "../../src/kernel/json/value.ts";

export function rename(value: JsonObject): void {
  value["name"] = "other";
}
