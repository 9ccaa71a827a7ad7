import type { JsonObject } from "../json/value.ts";
import { HARNESS_ROW } from "../worker/harness-row-forms.ts";
import { closed } from "./closed-object.ts";
import { jsonSchemaOf } from "./json-schema.ts";

const TEXT: JsonObject = { type: "string" };
const TEXTS: JsonObject = { type: "array", items: TEXT };
const COUNT: JsonObject = { type: "integer", minimum: 0 };
const FROM_ONE: JsonObject = { type: "integer", minimum: 1 };
const MOMENT: JsonObject = { type: "string", format: "date-time" };
const TOTALS = closed({ ready: COUNT, open: COUNT, inProgress: COUNT, blocked: COUNT, closed: COUNT });
const PAUSES = ["cycle", "kpi", "failure", "issues", "worker"];
const OUTCOME: JsonObject = { enum: ["done", "idle", "failed", "stopped", "died", "unusable"] };
const LEFT = closed({ issueId: TEXT, title: TEXT, status: TEXT, outcome: OUTCOME, why: TEXT });

type Fields = Readonly<Record<string, JsonObject>>;

/** What each row of a coordinator holds beside its kind: what it has to, and what it may. */
const ROWS: Readonly<Record<string, readonly [required: Fields, optional?: Fields]>> = {
  "coordinator.pass": [{ round: FROM_ONE, totals: TOTALS, running: COUNT, failed: COUNT }, { cycle: TEXTS }],
  "coordinator.started": [
    { worker: TEXT, pid: FROM_ONE, issueId: TEXT, title: TEXT, attempt: FROM_ONE, reclaimed: { type: "boolean" } },
  ],
  "coordinator.busy": [{ worker: TEXT }],
  "coordinator.ended": [
    { worker: TEXT, issueId: TEXT, outcome: OUTCOME },
    { exit: COUNT, signal: TEXT, reason: TEXT, againInMs: COUNT },
  ],
  "coordinator.paused": [{ reason: { enum: PAUSES }, message: TEXT, command: TEXT }],
  "coordinator.silent": [{ worker: TEXT, silentMs: COUNT, sent: { enum: ["stop", "kill"] } }],
  "coordinator.stopping": [{ message: TEXT }],
  "coordinator.noted": [{ worker: TEXT, message: TEXT }],
  "coordinator.finished": [
    {
      reason: { enum: ["done", "stopped", "rounds", ...PAUSES] },
      started: COUNT,
      closed: TEXTS,
      left: { type: "array", items: LEFT },
      totals: TOTALS,
    },
    { message: TEXT },
  ],
};

/** What a line of `coordinator --json` is that the coordinator says itself; the last one is `coordinator.finished`. */
export const COORDINATOR_ROW: JsonObject = closed({
  schema: { const: 1 },
  kind: { const: "tusk.coordinator.row.v1" },
  seq: COUNT,
  at: MOMENT,
  row: {
    oneOf: Object.entries(ROWS).map(([kind, [required, optional = {}]]) =>
      closed({ kind: { const: kind }, ...required }, optional),
    ),
  },
});

/** A row of a worker's journal, as `worker --json` says it when it is durable. */
export function workerRowSchema(): JsonObject {
  const row = jsonSchemaOf(HARNESS_ROW.node);
  return closed({
    schema: { const: 1 },
    kind: { const: "tusk.harness.row.v1" },
    worker: TEXT,
    seq: COUNT,
    at: MOMENT,
    row,
  });
}

/** A worker's sign of life. */
export const WORKER_HEARTBEAT: JsonObject = closed(
  { schema: { const: 1 }, kind: { const: "tusk.worker.heartbeat.v1" }, worker: TEXT, at: MOMENT },
  { issueId: TEXT, expiresAt: MOMENT },
);

/** Why a worker did not begin. */
export const WORKER_REFUSED: JsonObject = closed(
  { schema: { const: 1 }, kind: { const: "tusk.worker.refused.v1" }, worker: TEXT, code: TEXT, message: TEXT },
  { at: MOMENT },
);

/** The last line of a worker: what became of its issues, and why it did not go on. */
export const WORKER_ENDED: JsonObject = closed({
  schema: { const: 1 },
  kind: { const: "tusk.worker.ended.v1" },
  worker: TEXT,
  closed: TEXTS,
  failed: TEXTS,
  handedOff: TEXTS,
  reason: TEXT,
  isStopped: { type: "boolean" },
});
