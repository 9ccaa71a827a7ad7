import { beginRun, type Idle, type Run } from "#runtime";

export function begun(run: Run): Idle {
  return beginRun(run);
}
