// in: src/kernel/json/seed-cycle-one.ts  refuses: import(no-cycle)
import { two } from "./seed-cycle-two.ts";

export function one(depth: number): number {
  return depth === 0 ? 0 : two(depth - 1);
}
