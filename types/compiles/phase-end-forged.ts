import type { Interrupted } from "#runtime";

export function reasonOf(end: Interrupted): string {
  return `${end.phase} after ${end.steps}: ${end.reason}`;
}
