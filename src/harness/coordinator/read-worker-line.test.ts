import { describe, expect, test } from "vitest";
import { utf8 } from "#platform";
import { readWorkerLine } from "./read-worker-line.ts";

const AT = "2026-11-16T12:00:00Z";
const read = (line: unknown) =>
  readWorkerLine(typeof line === "string" ? line : JSON.stringify(line), "worker.1", utf8);
const line = (kind: string, more: object) => ({ schema: 1, kind, worker: "worker.1", at: AT, ...more });

describe("a line of a worker", () => {
  test("is a row of its journal, a sign of life, a refusal or its end", () => {
    expect([
      read(line("tusk.harness.row.v1", { seq: 3, row: { kind: "step.claimed", issueId: "bd-1" } })),
      read(line("tusk.worker.heartbeat.v1", { issueId: "bd-1", expiresAt: "2026-11-16T13:00:00+00:00" })),
      read(line("tusk.worker.heartbeat.v1", {})),
      read(line("tusk.worker.refused.v1", { code: "busy", message: "taken" })),
      read(line("tusk.worker.ended.v1", { closed: [], failed: [], handedOff: [], reason: "told", isStopped: true })),
    ]).toEqual([
      { kind: "row", worker: "worker.1", at: AT, row: { kind: "step.claimed", issueId: "bd-1" } },
      { kind: "heartbeat", worker: "worker.1", at: AT, issueId: "bd-1", expiresAt: "2026-11-16T13:00:00Z" },
      { kind: "heartbeat", worker: "worker.1", at: AT },
      { kind: "refused", worker: "worker.1", code: "busy", message: "taken" },
      { kind: "ended", worker: "worker.1", reason: "told" },
    ]);
  });

  test.each([
    ["no JSON", "hello"],
    ["nothing", ""],
    ["no object", [1]],
    ["another worker's", { ...line("tusk.worker.heartbeat.v1", {}), worker: "worker.2" }],
    ["of another schema", { ...line("tusk.worker.heartbeat.v1", {}), schema: 2 }],
    ["of a kind that nobody knows", line("constructor", {})],
    ["without a time", { ...line("tusk.worker.heartbeat.v1", {}), at: "noon" }],
    ["a row without a kind", line("tusk.harness.row.v1", { row: {} })],
    ["a row that is none", line("tusk.harness.row.v1", { row: null })],
    ["a refusal without a reason", line("tusk.worker.refused.v1", { code: 1 })],
    [
      "one that says a thing twice",
      `{"schema":1,"kind":"tusk.worker.heartbeat.v1","worker":"worker.2","worker":"worker.1","at":"${AT}"}`,
    ],
  ])("is none where it is %s", (_, text) => {
    expect(read(text)).toBeUndefined();
  });
});
