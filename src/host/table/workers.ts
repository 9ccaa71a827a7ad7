import type { Flag } from "../action.ts";
import { type ActionRows, JSON_FLAG } from "../action-row.ts";
import type { CoordinatorData } from "../actions/coordinator.ts";
import { WORKER_FLAGS } from "../worker-flags.ts";

/** What the command that keeps workers at work answers. */
export interface WorkersData {
  readonly coordinator: CoordinatorData;
}

const MOST_PARALLEL = 64;

const HOW_MANY: readonly Flag[] = [
  {
    name: "max-parallel",
    value: "N",
    integer: { min: 1, max: MOST_PARALLEL },
    summary: "how many workers run at once (as many as worktrees are named, else 2)",
  },
  {
    name: "worktree",
    value: "DIR",
    repeatable: true,
    summary: "says how many workers there are; each issue gets a worktree that is made for it (PREMATH_WORKTREES)",
  },
  {
    name: "rounds",
    value: "N",
    integer: { min: 1, max: Number.MAX_SAFE_INTEGER },
    summary: "start so many workers at most for each that may run at once, instead of going on until nothing is ready",
  },
  { name: "worker-prefix", value: "PREFIX", default: "worker", summary: "workers are called PREFIX.1, PREFIX.2, ..." },
  {
    name: "max-steps-per-worker",
    value: "N",
    integer: { min: 1, max: Number.MAX_SAFE_INTEGER },
    summary: "how many issues one worker process takes at most (1)",
  },
];

/** The command that keeps workers at work (M12). */
export const WORKERS_ACTIONS: ActionRows<WorkersData> = {
  coordinator: {
    id: "coordinator",
    command: "coordinator",
    group: "Harness",
    summary: "Keep several workers at work on what is ready, and show what they do",
    effect: "mutation",
    flags: [
      ...HOW_MANY,
      ...WORKER_FLAGS,
      { name: "color", value: "WHEN", choices: ["auto", "always", "never"], summary: "colours in this text" },
      { ...JSON_FLAG, summary: "print one row a line as JSON (tusk schema tusk.coordinator.row.v1)" },
    ],
    operands: [],
    load: () => import("../actions/coordinator.ts"),
  },
};
