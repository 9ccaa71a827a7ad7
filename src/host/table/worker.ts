import { type ActionRows, CONFIG_FLAG, JSON_FLAG } from "../action-row.ts";
import type { NextData } from "../actions/next.ts";
import type { WorkerData } from "../actions/worker.ts";
import { WORKER_FLAGS } from "../worker-flags.ts";

/** What the commands on workers answer. */
export interface WorkerRowsData {
  readonly worker: WorkerData;
  readonly next: NextData;
}

const WORKER_ID = { name: "worker-id", value: "NAME", summary: "the worker's name (PREMATH_WORKER_ID)" };

/** The commands on workers (M12). */
export const WORKER_ACTIONS: ActionRows<WorkerRowsData> = {
  worker: {
    id: "worker",
    command: "worker",
    group: "Harness",
    summary: "Work as one of several: claim, work in a worktree, verify, pass the gate, close or hand off",
    effect: "mutation",
    flags: [
      WORKER_ID,
      {
        name: "max-steps",
        value: "N",
        integer: { min: 1, max: Number.MAX_SAFE_INTEGER },
        default: "1",
        summary: "how many issues it takes at most",
      },
      { name: "issue", value: "ID", summary: "the issue that it takes first" },
      { name: "parent-pipe", summary: "stop when standard input ends: whoever started it is gone" },
      ...WORKER_FLAGS,
      { ...JSON_FLAG, summary: "print every row of its journal as a JSON line" },
    ],
    operands: [],
    load: () => import("../actions/worker.ts"),
  },
  next: {
    id: "next",
    command: "next",
    group: "Harness",
    summary: "Show which issue would be taken next, and why the others would not",
    effect: "read",
    flags: [
      { name: "issues", value: "PATH", summary: "the issue file, instead of this repository's" },
      { ...WORKER_ID, summary: "as which worker to look; run unless it is given" },
      { name: "by", value: "ORDER", choices: ["id", "priority"], summary: "the order in which ready issues are taken" },
      CONFIG_FLAG,
      JSON_FLAG,
    ],
    operands: [],
    load: () => import("../actions/next.ts"),
  },
};
