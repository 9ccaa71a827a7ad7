import { foldSteps, type HarnessRow, type StepState } from "#kernel";
import type { ChaosEvent } from "../read-log.ts";
import type { SceneState } from "./read-state.ts";
import type { Scene } from "./scene.ts";

/** What is wrong with issues, leases, steps and the trajectory of a scene that is done: one sentence each. */
export function stateProblems({ issues }: Scene, state: SceneState): readonly string[] {
  return [
    ...state.damage,
    ...issues.flatMap(({ id }) => issueProblems(id, state)),
    ...earlyProblems(state),
    ...leaseProblems(state),
    ...stepProblems(state),
  ];
}

/** Steps of all workers, those that claimed their issue. */
export function stepsOf({ workers }: SceneState): readonly StepState[] {
  return [...workers.values()].flatMap((rows) => foldSteps(rows));
}

export function rowsIn({ workers }: SceneState): readonly HarnessRow[] {
  return [...workers.values()].flat();
}

/** Closed, by one event, and by a worker that has said so. */
function issueProblems(id: string, { issues, events, trajectory }: SceneState): readonly string[] {
  const closings = events.filter(({ action, issue }) => action === "issue.close" && issue === id);
  const completed = trajectory.filter(({ issueId, resultClass }) => issueId === id && resultClass === "completed");
  const row = issues.get(id);
  return [
    ...(row?.status === "closed" ? [] : [`LOST ${id} is ${row?.status ?? "gone"}`]),
    ...(closings.length === 1 ? [] : [`TWICE ${id} was closed ${closings.length} times`]),
    ...(completed.length === 1 ? [] : [`${id} has ${completed.length} completed rows in the trajectory`]),
    ...(row?.lease === undefined ? [] : [`${id} is closed and ${row.lease.owner} holds a lease on it`]),
  ];
}

/** Nothing is claimed before what it waits for is closed. */
function earlyProblems({ events }: SceneState): readonly string[] {
  const closed = new Set<string>();
  return events.flatMap(({ action, issue, row }) => {
    if (action === "issue.close") closed.add(issue);
    if (action !== "issue.claim") return [];
    const open = (row.dependencies ?? []).filter(({ depends_on_id: need }) => !closed.has(need));
    return open.map(({ depends_on_id: need }) => `${issue} was claimed before ${need} was closed`);
  });
}

/** Every lease was given back or ended with its issue before the next one; every one that a journal names is in the log. */
function leaseProblems({ events, workers }: SceneState): readonly string[] {
  const held = new Map<string, ChaosEvent>();
  const known = new Set<string>();
  const problems: string[] = [];
  for (const event of events) {
    const { action, issue, row } = event;
    if (action === "issue.claim") {
      const before = held.get(issue);
      if (before !== undefined) problems.push(`${issue} was claimed by ${event.actor} while ${before.actor} had it`);
      held.set(issue, event);
      known.add(row.lease?.lease_id ?? "");
    }
    if (action === "issue.lease_release" || action === "issue.close") held.delete(issue);
  }
  for (const [issue, { actor }] of held) problems.push(`the lease of ${actor} on ${issue} was never given back`);
  for (const row of [...workers.values()].flat())
    if (row.kind === "step.claimed" && !known.has(row.leaseId))
      problems.push(`${row.stepId} names a lease that no event has made`);
  return problems;
}

/** Every step that was begun has one end, and the trajectory has one row of it that says the same. */
function stepProblems(state: SceneState): readonly string[] {
  const told = Map.groupBy(state.trajectory, ({ stepId }) => stepId);
  const steps = stepsOf(state);
  const ends = Map.groupBy(
    rowsIn(state).filter((row) => row.kind === "stop.recorded"),
    ({ stepId }) => stepId,
  );
  const claimed = steps.filter(({ leaseId }) => leaseId !== undefined);
  const known = new Set(claimed.map(({ stepId }) => stepId));
  return [
    ...steps.flatMap(({ stepId }) => {
      const count = ends.get(stepId)?.length ?? 0;
      return count === 1 ? [] : [`${stepId} has ${count} ends`];
    }),
    ...claimed.flatMap(({ stepId, resultClass }) => {
      const rows = told.get(stepId) ?? [];
      if (rows.length !== 1) return [`${stepId} has ${rows.length} rows in the trajectory`];
      return rows[0]?.resultClass === resultClass
        ? []
        : [`${stepId} ended as ${resultClass} and is told as ${rows[0]?.resultClass}`];
    }),
    ...[...told.keys()].flatMap((stepId) => (known.has(stepId) ? [] : [`${stepId} is told, and was never begun`])),
  ];
}
