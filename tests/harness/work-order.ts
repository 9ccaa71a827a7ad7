import { mkdtempSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { WorkOrder } from "#ports";

/** A folder to work in, made below another one, and an order for it. */
export function workOrder(below: string, more: Partial<WorkOrder> = {}): WorkOrder {
  const path = realpathSync(mkdtempSync(join(below, "bd-7-")));
  return {
    workerId: "worker.1",
    issueId: "bd-7",
    title: "Mend the sum",
    brief: "It says 3.\n\nIt has to say 4.",
    worktree: { issueId: "bd-7", path, branch: "tusk/bd-7", base: "0".repeat(40), isNew: true },
    context: [],
    round: 1,
    signal: new AbortController().signal,
    ...more,
  };
}
