import type { JsonObject } from "../json/value.ts";
import { GROUPINGS } from "../projections/group-failures.ts";
import { KPI_KIND, KPI_REASONS } from "../projections/kpi.ts";
import { TRAJECTORY_MODES, TRAJECTORY_PROJECTION_KIND } from "../projections/project-trajectory.ts";
import { STEP_KIND } from "../projections/trajectory-row.ts";
import { closed } from "./closed-object.ts";

/* Rows of a trajectory as we write them, and what the commands on trajectories print as JSON (contract 2.5, 3.2); tests hold it against what is printed. */

const TEXT: JsonObject = { type: "string" };
const FILLED: JsonObject = { type: "string", minLength: 1 };
const REFS: JsonObject = { type: "array", items: FILLED, minItems: 1, uniqueItems: true };
const COUNT: JsonObject = { type: "integer", minimum: 0 };
const NUMBER: JsonObject = { type: "number" };
const MOMENT: JsonObject = {
  type: "string",
  pattern: "^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?([Zz]|[+\\-\u2212]\\d\\d:\\d\\d)$",
};

/** One row of a trajectory. */
export const TRAJECTORY_ROW: JsonObject = closed(
  {
    schema: { const: 1 },
    stepKind: { const: STEP_KIND },
    stepId: FILLED,
    action: FILLED,
    resultClass: FILLED,
    finishedAt: MOMENT,
  },
  { issueId: FILLED, instructionRefs: REFS, witnessRefs: REFS, lineageRefs: REFS, startedAt: MOMENT },
);

/** What `harness-trajectory append --json` prints. */
export const TRAJECTORY_APPEND: JsonObject = closed({
  action: { const: "harness-trajectory.append" },
  path: TEXT,
  row: TRAJECTORY_ROW,
});

/** What `harness-trajectory query --json` prints; groups and bad lines only where there are any. */
export const TRAJECTORY_QUERY: JsonObject = closed(
  {
    action: { const: "harness-trajectory.query" },
    path: TEXT,
    projectionKind: { const: TRAJECTORY_PROJECTION_KIND },
    mode: { enum: [...TRAJECTORY_MODES] },
    count: COUNT,
    totalCount: COUNT,
    failedCount: COUNT,
    retryNeededCount: COUNT,
    items: { type: "array", items: TRAJECTORY_ROW },
  },
  {
    groupBy: { enum: [...GROUPINGS] },
    groupCount: COUNT,
    groups: {
      type: "array",
      items: closed({
        name: { type: ["string", "null"] },
        count: COUNT,
        retryNeededCount: COUNT,
        latestStepId: FILLED,
        latestFinishedAt: MOMENT,
      }),
    },
    badCount: COUNT,
    badLines: { type: "array", items: closed({ line: COUNT, problem: TEXT }) },
  },
);

const DECISIONS: readonly JsonObject[] = Object.entries(KPI_REASONS).map(([state, reason]) =>
  closed({ state: { const: state }, reason: { const: reason } }),
);

const WINDOW: Readonly<Record<string, JsonObject>> = {
  schema: { const: 1 },
  kpiKind: { const: KPI_KIND },
  windowHours: { type: "integer", minimum: 1 },
  windowStart: MOMENT,
  windowEnd: MOMENT,
  counts: closed({
    windowRows: COUNT,
    completedRows: COUNT,
    failedRows: COUNT,
    activeWorkers: COUNT,
    workerIds: { type: "array", items: TEXT, uniqueItems: true },
  }),
  ratios: closed({ gatePassRate: NUMBER, throughputPerWorkerPerDay: NUMBER, kpi: NUMBER }),
  thresholds: closed({ targetKpi: NUMBER, rollbackKpi: NUMBER, minSampleRows: COUNT }),
  decision: { oneOf: DECISIONS },
};

/** What `kpi --json` prints; windows and a remediation only where they were asked for. */
export const KPI: JsonObject = closed(
  { ...WINDOW, refs: closed({ trajectoryPath: TEXT, sessionPath: TEXT, issuesPath: TEXT }) },
  {
    windows: { type: "array", items: closed(WINDOW) },
    paused: { type: "boolean" },
    remediation: TRAJECTORY_ROW,
  },
);
