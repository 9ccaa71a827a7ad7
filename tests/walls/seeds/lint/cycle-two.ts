// in: src/kernel/json/seed-cycle-two.ts  refuses: import(no-cycle)
import { one } from "./seed-cycle-one.ts";

export function two(depth: number): number {
  return depth === 0 ? 0 : one(depth - 1);
}
