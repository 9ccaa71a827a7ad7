import type { Observing } from "#runtime";

export function next(observing: Observing): unknown {
  return observing.think();
}
