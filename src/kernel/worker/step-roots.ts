import type { PlacedHarnessRow } from "./audit-worker.ts";
import type { HarnessRow } from "./harness-row.ts";

/** Where a process of a worker had its memory. */
export type BootRoots = Extract<HarnessRow, { readonly kind: "boot.roots" }>;

/** Where each step had its memory: by the process that began it. */
export function stepRoots(rows: readonly PlacedHarnessRow[]): ReadonlyMap<string, BootRoots> {
  const steps = new Map<string, BootRoots>();
  let roots: BootRoots | undefined;
  for (const { row } of rows) {
    if (row.kind === "boot.roots") roots = row;
    if (row.kind === "step.claiming" && roots !== undefined) steps.set(row.stepId, roots);
  }
  return steps;
}
