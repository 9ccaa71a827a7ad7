// refuses: TS2339
import type { Idle } from "#runtime";

export function next(idle: Idle): unknown {
  return idle.complete();
}
