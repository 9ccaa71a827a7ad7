import type { Completed } from "#runtime";

export function next(completed: Completed): unknown {
  return completed.output;
}
