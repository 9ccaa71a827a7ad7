// refuses: TS2339
import type { Interrupted } from "#runtime";

export function next(interrupted: Interrupted): unknown {
  return interrupted.act();
}
