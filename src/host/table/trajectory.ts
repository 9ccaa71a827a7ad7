import type { Flag } from "../action.ts";
import { type ActionRows, JSON_FLAG } from "../action-row.ts";
import type { TrajectoryAppendData } from "../actions/harness-trajectory-append.ts";
import type { TrajectoryQueryData } from "../actions/harness-trajectory-query.ts";
import type { KpiData } from "../actions/kpi.ts";

/** What the commands on trajectories answer. */
export interface TrajectoryData {
  readonly "harness.trajectory_append": TrajectoryAppendData;
  readonly "harness.trajectory_query": TrajectoryQueryData;
  readonly kpi: KpiData;
}

const PATH: Flag = {
  name: "path",
  value: "PATH",
  default: ".premath/harness_trajectory.jsonl",
  summary: "the trajectory",
};
/** Whatever the reference takes for a number; what it may be is said by the command. */
const NUMBER = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;

/** The commands on what steps came to (contract 2.5, 3.2). */
export const TRAJECTORY_ACTIONS: ActionRows<TrajectoryData> = {
  "harness.trajectory_append": {
    id: "harness.trajectory_append",
    command: "harness-trajectory append",
    group: "Harness",
    summary: "Record how one step ended",
    effect: "mutation",
    flags: [
      PATH,
      { name: "step-id", value: "STEP_ID", required: true, summary: "the step, such as worker.1.bd-7.3" },
      { name: "issue-id", value: "ISSUE_ID", summary: "the issue that was worked on" },
      { name: "action", value: "ACTION", required: true, summary: "what was done" },
      { name: "result-class", value: "RESULT_CLASS", required: true, summary: "how it ended, such as completed" },
      refs("instruction-ref", "INSTRUCTION_REF", "an instruction it followed"),
      refs("witness-ref", "WITNESS_REF", "a witness of what was done"),
      refs("lineage-ref", "LINEAGE_REF", "where it comes from, such as ctx://..."),
      { name: "started-at", value: "STARTED_AT", summary: "when it began, as RFC 3339" },
      { name: "finished-at", value: "FINISHED_AT", summary: "when it ended, as RFC 3339; now without it" },
      JSON_FLAG,
    ],
    operands: [],
    load: () => import("../actions/harness-trajectory-append.ts"),
  },
  "harness.trajectory_query": {
    id: "harness.trajectory_query",
    command: "harness-trajectory query",
    group: "Harness",
    summary: "Show how steps ended, newest first; which failed, and which are to be tried again",
    effect: "read",
    flags: [
      PATH,
      {
        name: "mode",
        value: "MODE",
        choices: ["latest", "failed", "retry-needed"],
        default: "latest",
        summary: "which rows are listed",
      },
      {
        name: "limit",
        value: "LIMIT",
        integer: { min: 0, max: 2n ** 64n - 1n },
        default: "20",
        summary: "how many are listed at most",
      },
      {
        name: "group-by",
        value: "WHAT",
        choices: ["class", "issue", "worker"],
        summary: "put the failed rows together by class, issue or worker",
      },
      { name: "issue-id", value: "ISSUE_ID", summary: "only rows of this issue" },
      { name: "worker", value: "WORKER", summary: "only rows of this worker" },
      { name: "since", value: "TIME", summary: "only rows that finished then or later, as RFC 3339" },
      { name: "strict", summary: "fail on a line that is no row, instead of counting it" },
      JSON_FLAG,
    ],
    operands: [],
    load: () => import("../actions/harness-trajectory-query.ts"),
  },
  kpi: {
    id: "kpi",
    command: "kpi",
    group: "Harness",
    summary: "Show what workers get done, and whether more of them may start",
    effect: "mutation",
    flags: [
      { name: "trajectory-path", value: "PATH", summary: "the trajectory instead of this repository's" },
      { name: "session-path", value: "PATH", summary: "the session artifact to name instead of this repository's" },
      { name: "issues-path", value: "PATH", summary: "the issue file to name instead of this repository's" },
      { name: "window-hours", value: "HOURS", integer: NUMBER, default: "24", summary: "how far to look back" },
      { name: "target-kpi", value: "KPI", default: "0.8", summary: "from here on all is well" },
      { name: "rollback-kpi", value: "KPI", default: "0.4", summary: "below it no further worker starts" },
      {
        name: "min-sample-rows",
        value: "ROWS",
        integer: NUMBER,
        default: "3",
        summary: "with fewer rows nothing is decided",
      },
      {
        name: "windows",
        value: "N",
        integer: { min: 1, max: 1000 },
        summary: "how many windows are shown; 8 at a terminal",
      },
      { name: "remediate", value: "WHAT", summary: "record what was done about a rollback: workers may start again" },
      JSON_FLAG,
    ],
    operands: [],
    load: () => import("../actions/kpi.ts"),
  },
};

function refs(name: string, value: string, summary: string): Flag {
  return { name, value, repeatable: true, summary };
}
