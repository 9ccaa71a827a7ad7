import type { TrajectoryRow } from "./trajectory-row.ts";

/**
 * Whose step it was: the step id without issue and index, `worker.1.bd-7.3` of `bd-7` is `worker.1`'s. A step id of another form counts as
 * in the reference, up to the first dot (docs/compatibility.md).
 */
export function workerOf({ stepId, issueId }: Pick<TrajectoryRow, "stepId" | "issueId">): string {
  const worker = issueId === undefined ? undefined : beforeIssue(stepId, issueId);
  return worker ?? (stepId.split(".", 1)[0] || "unknown");
}

function beforeIssue(stepId: string, issueId: string): string | undefined {
  const whole = stepId.replace(/\.\d+$/, "");
  // An index may be missing, and an issue's own id may end like one.
  for (const step of [whole, stepId]) {
    const worker = step.slice(0, -issueId.length - 1);
    if (worker !== "" && step === `${worker}.${issueId}`) return worker;
  }
  return undefined;
}
