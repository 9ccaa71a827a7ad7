import { type HarnessRow, lineageRefs, resultClassOf, trajectoryRowDigest, workerRef } from "#kernel";
import type { Harness } from "./harness.ts";

/** A worker that is gone: its rows, and where more of them are written. */
export interface LeftBehind {
  readonly workerId: string;
  readonly rows: readonly HarnessRow[];
  readonly record: (row: HarnessRow) => Promise<void>;
}

interface GoneStep {
  readonly stepId: string;
  readonly issueId: string;
  readonly resultClass: string;
}

/**
 * Tells trajectory, ledger and session of a step whose worker is gone; what it had told itself is not told twice. Answers the digest of the
 * trajectory's row, where it gave one.
 */
export function tellGone(harness: Harness, left: LeftBehind, step: GoneStep): string | undefined {
  const { ports, terms } = harness;
  const { places } = terms;
  const { issueId, resultClass } = step;
  const isCompleted = resultClass === "completed";
  const witnessRefs = witnessesOf(harness, left, step);
  const trajectoryRow = appendOnce(harness, left.workerId, { ...step, witnessRefs });
  // An issue that others have closed since is done, whatever became of this step.
  if (isCompleted || ports.issues.get(issueId)?.status !== "closed")
    ports.ledgers.write(places.ledger, {
      featureId: issueId,
      status: isCompleted ? "completed" : resultClassOf(resultClass).isRetryNeeded ? "pending" : "blocked",
      verificationRefs: isCompleted ? witnessRefs : [],
    });
  const path = left.rows.findLast((row) => row.kind === "boot.roots")?.session;
  const session = path === undefined ? undefined : ports.sessions.read(path);
  if (path === undefined || session?.state !== "active" || session.issueId !== issueId) return trajectoryRow;
  ports.sessions.write(path, {
    state: "stopped",
    issueId,
    summary: `worker=${left.workerId} issue=${issueId} result=${resultClass}`,
    nextStep: isCompleted ? "claim next ready issue" : `go on with ${issueId}: 'tusk run'`,
    witnessRefs,
    issuesPath: places.issues,
  });
  return trajectoryRow;
}

/** Its own ref, and what its last verification left where that is why the issue is closed. */
function witnessesOf({ terms }: Harness, { workerId, rows }: LeftBehind, step: GoneStep): readonly string[] {
  const { stepId, issueId, resultClass } = step;
  const isCompleted = resultClass === "completed";
  const outcome = isCompleted ? "completed" : "failed";
  const own = workerRef({ workerId, issueId, outcome, prefix: terms.witnessRefPrefix });
  const judged = rows.findLast((row) => row.kind === "step.verified" && row.stepId === stepId && row.when === "after");
  return [own, ...(isCompleted && judged?.kind === "step.verified" ? judged.witnessRefs : [])];
}

function appendOnce(
  harness: Harness,
  workerId: string,
  step: GoneStep & { readonly witnessRefs: readonly string[] },
): string | undefined {
  const { ports, terms } = harness;
  const { places, lane } = terms;
  const { stepId, issueId, resultClass, witnessRefs } = step;
  if (ports.trajectories.has(places.trajectory, stepId)) return undefined;
  const lineage = lineageRefs(ports.sha256, {
    repoRoot: places.repoRoot,
    issuesPath: places.issues,
    worktree: `${places.stateFolder}/worktrees/${issueId}`,
    workerId,
    issueId,
    mutationMode: lane.mode,
    activeEpoch: lane.activeEpoch,
    supportUntil: lane.supportUntil,
  });
  const [row] = ports.trajectories.append(places.trajectory, [
    { stepId, issueId, action: "worker.loop", resultClass, witnessRefs, lineageRefs: lineage, finishedAt: ports.now() },
  ]);
  return row && trajectoryRowDigest(row, ports.sha256);
}
