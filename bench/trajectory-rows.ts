import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { writeTrajectoryRow } from "#kernel";

const CLASSES = ["completed", "completed", "completed", "failed", "retry_needed_lease_stale"];
/** Rows that are written at once. */
const PIECE = 4096;

/** A trajectory of so many rows in a folder of its own, as eight workers would have left it, one step every seven seconds. Answers its path. */
export function writeTrajectoryRows(folder: string, count: number): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "harness_trajectory.jsonl");
  const file = openSync(path, "w");
  for (let from = 0; from < count; from += PIECE) {
    const lines = Array.from({ length: Math.min(PIECE, count - from) }, (_, at) => `${rowText(from + at)}\n`);
    writeSync(file, lines.join(""));
  }
  closeSync(file);
  return path;
}

function rowText(at: number): string {
  const issueId = `bd-${Math.floor(at / 3)}`;
  const worker = `worker.${1 + (at % 8)}`;
  return writeTrajectoryRow({
    schema: 1,
    stepKind: "premath.harness.step.v1",
    stepId: `${worker}.${issueId}.${1 + (at % 3)}`,
    issueId,
    action: "worker.loop",
    resultClass: CLASSES[(at * 7) % CLASSES.length] ?? "completed",
    witnessRefs: [`lease://handoff/${issueId}/released/${"0".repeat(64)}`, `worker://${worker}/${issueId}/completed`],
    finishedAt: new Date(1.7e12 + at * 7000).toISOString(),
  });
}
