import { describe, expect, test } from "vitest";
import { type JsonObject, parseTimestamp, type Timestamp } from "#kernel";
import type { WorkerLine, WorkerStatus } from "#ports";
import { newStatus, statusAfter } from "./worker-status.ts";

function at(second: number): Timestamp {
  const moment = parseTimestamp(`2026-11-16T12:00:${String(second).padStart(2, "0")}Z`);
  if (moment === undefined) throw new Error("no moment");
  return moment;
}

const row = (kind: string, more: JsonObject = {}): WorkerLine => ({
  kind: "row",
  worker: "w",
  at: at(0),
  row: { kind, issueId: "bd-1", ...more },
});

/** The status after these lines, a second between them. */
function after(...lines: readonly WorkerLine[]): WorkerStatus {
  const title = (id: string): string => `Title of ${id}`;
  return lines.reduce(
    (status, line, index) => statusAfter(status, line, at(index + 1), title),
    newStatus("w", { id: "bd-1", title: "One" }, at(0)),
  );
}

describe("what is known of a worker by its lines", () => {
  test("a claim gives it an issue, a lease and a phase that begins then", () => {
    expect(
      after(row("boot.roots"), row("step.claimed", { issueId: "bd-2", expiresAt: "2026-11-16T13:00:00Z" })),
    ).toEqual({
      workerId: "w",
      issueId: "bd-2",
      title: "Title of bd-2",
      isClaimed: true,
      phase: "claimed",
      since: at(2),
      heard: at(2),
      leaseEnds: "2026-11-16T13:00:00Z",
    });
  });

  test("a sign of life renews the lease and leaves the phase as old as it is", () => {
    const beat: WorkerLine = { kind: "heartbeat", worker: "w", at: at(9), issueId: "bd-1", expiresAt: at(50) };
    const { phase, since, heard, leaseEnds } = after(row("step.claimed"), row("step.working"), beat, {
      ...beat,
      issueId: "other",
      expiresAt: at(59),
    });
    expect([phase, since, heard, leaseEnds]).toEqual(["working", at(2), at(4), at(50)]);
  });

  test("the last verdict stays until another issue is claimed", () => {
    const judged = [
      row("step.claimed"),
      row("step.verified", { when: "after", verdict: "fails" }),
      row("step.refused", { classes: ["a.b", "c.d"] }),
    ];
    expect(after(...judged).verdict).toBe("refused: a.b");
    expect(after(...judged, row("stop.recorded", { resultClass: "failed_checks" })).verdict).toBe("failed_checks");
    expect(after(...judged, row("step.claimed", { issueId: "bd-2" })).verdict).toBeUndefined();
  });

  test("a lease that was given back is none, and rows that nobody knows change nothing but the time", () => {
    const { leaseEnds, phase } = after(row("step.claimed", { expiresAt: "2026-11-16T13:00:00Z" }), row("step.closed"));
    expect([leaseEnds, phase]).toEqual([undefined, "closed"]);
    expect(after(row("step.dreamt"))).toEqual({ ...newStatus("w", { id: "bd-1", title: "One" }, at(0)), heard: at(1) });
  });
});
