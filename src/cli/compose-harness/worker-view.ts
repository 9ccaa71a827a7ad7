import type { HarnessRow, JsonObject, Timestamp } from "#kernel";
import type { RowSink } from "#harness";
import { rowText } from "./row-text.ts";

/** What shows a worker: its rows, and its signs of life. */
export interface WorkerView {
  readonly tell: RowSink;
  readonly beat: (issueId: string | undefined, expiresAt: string | undefined) => void;
}

/** Rows as JSON lines, one each, as a coordinator reads them. */
export function jsonView(workerId: string, write: (text: string) => void, now: () => Timestamp): WorkerView {
  const line = (value: JsonObject): void => write(`${JSON.stringify(value)}\n`);
  return {
    tell: (row, { seq, at }) => line({ schema: 1, kind: "tusk.harness.row.v1", worker: workerId, seq, at, row }),
    beat: (issueId, expiresAt) =>
      line({
        schema: 1,
        kind: "tusk.worker.heartbeat.v1",
        worker: workerId,
        at: now(),
        ...(issueId === undefined ? {} : { issueId }),
        ...(expiresAt === undefined ? {} : { expiresAt }),
      }),
  };
}

/** Rows as lines for people; those that say nothing new are left out. */
export function plainView(workerId: string, write: (text: string) => void): WorkerView {
  return {
    tell: (row: HarnessRow) => {
      for (const text of rowText(row)) write(`[worker:${workerId}] ${text}\n`);
    },
    beat: () => undefined,
  };
}
