// refuses: TS2339
import type { Completed } from "#runtime";

export function next(completed: Completed): unknown {
  return completed.act();
}
