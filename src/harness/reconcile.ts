import { foldSteps, type HarnessRow, type Issue, type StepState, unfinishedSteps } from "#kernel";
import type { Harness } from "./harness.ts";
import { release } from "./lease.ts";
import { takeAway } from "./take-away.ts";
import { type LeftBehind, tellGone } from "./tell-gone.ts";

/** Settles what processes that are gone left behind, this worker's own earlier ones among them; says what was done, one sentence each (M09). */
export async function reconcile(harness: Harness, own: readonly HarnessRow[]): Promise<readonly string[]> {
  const { workers } = harness.ports;
  const { workerId } = harness.terms;
  const record = (row: HarnessRow): Promise<void> => harness.log.record(row);
  const actions = [...(await settleWorker(harness, { workerId, rows: own, record }))];
  for (const gone of workers.list()) {
    if (gone === workerId) continue;
    // A living worker holds its journal: it is looked at only where nobody does.
    if (!needsSettling(harness, gone, workers.rows(gone))) continue;
    const taken = await workers.takeOver(gone);
    if (taken === undefined) continue;
    try {
      actions.push(...(await settleWorker(harness, { workerId: gone, rows: taken.rows, record: taken.record })));
    } finally {
      await taken.close();
    }
  }
  return actions;
}

function needsSettling(harness: Harness, workerId: string, rows: readonly HarnessRow[]): boolean {
  return unfinishedSteps(rows).length > 0 || strayLeases(harness, workerId, rows).length > 0;
}

async function settleWorker(harness: Harness, left: LeftBehind): Promise<readonly string[]> {
  const actions: string[] = [];
  for (const step of unfinishedSteps(left.rows)) actions.push(await settleStep(harness, left, step));
  for (const { id, lease } of strayLeases(harness, left.workerId, left.rows)) {
    await release(harness, { issueId: id, leaseId: lease.lease_id, assignee: left.workerId });
    actions.push(`${id}: the lease of ${left.workerId}, who died before it began, was released`);
  }
  return actions;
}

type Leased = Issue & { readonly lease: NonNullable<Issue["lease"]> };

/** Leases of a worker that no step of its own speaks of: it died between claiming and saying so. Those that a finished step kept on purpose stay. */
function strayLeases({ ports }: Harness, workerId: string, rows: readonly HarnessRow[]): readonly Leased[] {
  const told = new Set(foldSteps(rows).flatMap(({ leaseId, issueId }) => (leaseId === undefined ? [] : [issueId])));
  return [...ports.issues.load().issues.values()].filter((issue): issue is Leased => {
    return issue.lease?.owner === workerId && issue.status === "in_progress" && !told.has(issue.id);
  });
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
  if (!isClosed && step.endsAs === undefined && issue?.lease?.owner === left.workerId)
    await release(harness, { issueId, leaseId: issue.lease.lease_id, assignee: left.workerId });
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
    : `${issueId}: ${left.workerId} died while it worked on it; the lease was given back`;
}

/** Whether the newest closing of the issue is by this worker. */
function closedBy({ ports }: Harness, { issueId }: StepState, workerId: string): boolean {
  const newest = ports.issues.history(issueId).findLast(({ standing, action }) => {
    return standing === "current" && action === "issue.close";
  });
  return newest?.actor === workerId;
}
