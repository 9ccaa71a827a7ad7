import { type HarnessRow, type StepState, unfinishedSteps } from "#kernel";
import { PortError } from "#ports";
import type { Harness } from "./harness.ts";
import { release } from "./lease.ts";
import { takeAway } from "./take-away.ts";
import { type LeftBehind, tellGone } from "./tell-gone.ts";
import type { GoneWorker } from "./workers.ts";

/** Settles what processes that are gone left behind, this worker's own earlier ones among them; says what was done, one sentence each (M09). */
export async function reconcile(harness: Harness, own: readonly HarnessRow[]): Promise<readonly string[]> {
  const { workers } = harness.ports;
  const { workerId } = harness.terms;
  const record = (row: HarnessRow): Promise<void> => harness.log.record(row);
  const actions = [...(await settleWorker(harness, { workerId, rows: own, record }))];
  for (const gone of workers.list()) {
    if (gone === workerId) continue;
    // A living worker holds its journal: it is looked at only where nobody does.
    const taken = await takenOver(harness, gone);
    if (typeof taken === "string") actions.push(taken);
    if (taken === undefined || typeof taken === "string") continue;
    try {
      actions.push(...(await settleWorker(harness, { workerId: gone, rows: taken.rows, record: taken.record })));
    } finally {
      await taken.close();
    }
  }
  return actions;
}

/** The journal of a worker that is gone and has left something; a sentence where it cannot be read: one damaged journal keeps nobody from working. */
async function takenOver({ ports }: Harness, workerId: string): Promise<GoneWorker | string | undefined> {
  try {
    return unfinishedSteps(ports.workers.rows(workerId)).length === 0
      ? undefined
      : await ports.workers.takeOver(workerId);
  } catch (error) {
    if (!(error instanceof PortError) || error.port !== "journal") throw error;
    return `the journal of ${workerId} was left as it is: ${error.message}`;
  }
}

async function settleWorker(harness: Harness, left: LeftBehind): Promise<readonly string[]> {
  const actions: string[] = [];
  for (const step of unfinishedSteps(left.rows)) actions.push(await settleStep(harness, left, step));
  return actions;
}

/**
 * One step that was left: told as completed where its issue is closed by it, and as it had ended where its lease was left for that already; else its lease is given back and
 * whoever comes next goes on.
 */
async function settleStep(harness: Harness, left: LeftBehind, step: StepState): Promise<string> {
  const { ports } = harness;
  const { stepId, issueId } = step;
  const issue = ports.issues.get(issueId);
  // The closing is durable before its row: an issue that this lease closed is closed, whatever the rows say.
  const isClosed =
    step.isClosed ||
    (step.leaseId !== undefined && issue?.status === "closed" && closedBy(harness, step, left.workerId));
  const isReleased =
    !isClosed &&
    step.endsAs === undefined &&
    issue?.lease?.owner === left.workerId &&
    (await release(harness, { issueId, leaseId: issue.lease.lease_id, assignee: left.workerId }));
  const resultClass = isClosed ? "completed" : (step.endsAs ?? "retry_needed_interrupted");
  const trajectoryRow =
    step.leaseId === undefined ? undefined : tellGone(harness, left, { stepId, issueId, resultClass });
  const kept = isClosed ? await takeAway(harness, issueId) : undefined;
  const told = trajectoryRow === undefined ? {} : { trajectoryRow };
  const word = { stepId, issueId, resultClass, lineageRefs: [], witnessRefs: [], ...told };
  await left.record({ kind: "stop.recorded", ...word, ...(kept === undefined ? {} : { kept }) });
  if (isClosed) return `${issueId}: ${left.workerId} had closed it, and died before it could say so`;
  return step.endsAs !== undefined
    ? `${issueId}: ${left.workerId} had ended as ${step.endsAs}, and died before it could say so`
    : `${issueId}: ${left.workerId} died while it worked on it${isReleased ? "; the lease was given back" : ""}`;
}

/** Whether the newest closing of the issue is by this worker. */
function closedBy({ ports }: Harness, { issueId }: StepState, workerId: string): boolean {
  const newest = ports.issues.history(issueId).findLast(({ standing, action }) => {
    return standing === "current" && action === "issue.close";
  });
  return newest?.actor === workerId;
}
