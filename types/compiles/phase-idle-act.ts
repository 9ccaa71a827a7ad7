import type { Idle } from "#runtime";

export function next(idle: Idle): unknown {
  return idle.think();
}
