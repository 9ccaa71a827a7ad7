import {
  closedSnapshot,
  leaseHandoffRef,
  type LeaseSnapshot,
  leaseSnapshot,
  lineageRefs,
  policyRef,
  trajectoryRowDigest,
  workerRef,
} from "#kernel";
import { release, renew } from "./lease.ts";
import type { StepEnd } from "./step.ts";
import { takeAway } from "./take-away.ts";
import type { Stepping } from "./stepping.ts";

/** A step that was begun, at its end. */
export type EndedStep = Exclude<StepEnd, { readonly kind: "contended" }>;

/** What stop has written. */
export interface Stopped {
  readonly resultClass: string;
  readonly nextStep: string;
}

/** Hands over (003 §3.3): the lease is given back or renewed, one trajectory row links everything, ledger and session say what is next. */
export async function stop(end: EndedStep): Promise<Stopped> {
  const { stepping } = end;
  const { harness, stepId, issue } = stepping;
  const { log, ports, terms } = harness;
  const nextStep = NEXT[end.kind](end);
  if (end.kind === "handed_off") {
    const { reason, packet } = end;
    await log.record({
      kind: "stop.handoff",
      stepId,
      issueId: issue.id,
      reason,
      nextStep,
      ...(packet === undefined ? {} : { packet }),
    });
  }
  const lease = await settledLease(end);
  const leaseRef = leaseHandoffRef(ports.sha256, lease, {
    issueId: issue.id,
    workerId: terms.workerId,
    claimedLeaseId: stepping.lease.leaseId,
  });
  const resultClass = classOf(end, lease);
  await log.record({
    kind: "stop.lease",
    stepId,
    issueId: issue.id,
    state: lease.state,
    action: lease.action,
    ref: leaseRef,
    resultClass,
  });
  const { sessionId, trajectoryRow } = record(end, { leaseRef, resultClass, nextStep });
  // Before the step counts as told: whoever comes after a crash does this again.
  const kept = end.kind === "closed" ? await takeAway(harness, issue.id) : undefined;
  await log.record({
    kind: "stop.recorded",
    stepId,
    issueId: issue.id,
    resultClass,
    lineageRefs: lineageOf(stepping),
    witnessRefs: witnessesOf(end),
    ...(trajectoryRow === undefined ? {} : { trajectoryRow }),
    ...(kept === undefined ? {} : { kept }),
  });
  await log.record({ kind: "stop.session", sessionId, nextStep });
  return { resultClass, nextStep };
}

const NEXT: { readonly [K in EndedStep["kind"]]: (end: EndedStep) => string } = {
  closed: () => "claim next ready issue",
  failed: ({ stepping }) => `look at ${stepping.issue.id}: 'tusk issue show ${stepping.issue.id}'`,
  handed_off: ({ stepping }) => `go on with ${stepping.issue.id}: 'tusk run'`,
  lost: ({ stepping }) => `${stepping.issue.id} is another worker's now`,
};

/** Leaves the lease as the end asks for: kept where it is to be tried again later, given back where somebody may go on now. */
async function settledLease(end: EndedStep): Promise<LeaseSnapshot> {
  const { stepping } = end;
  const { harness, issue, lease } = stepping;
  const { issues, now } = harness.ports;
  const claimed = { leaseId: lease.leaseId, workerId: harness.terms.workerId };
  if (end.kind === "closed") {
    const snapshot = closedSnapshot(issues.get(issue.id), claimed);
    if (snapshot !== undefined) return snapshot;
  }
  if (end.kind === "failed" && end.escalated !== "blocked") await renew(harness, lease);
  const before = leaseSnapshot(issues.get(issue.id), now());
  if (end.kind === "handed_off")
    await release(harness, { issueId: issue.id, leaseId: lease.leaseId, assignee: claimed.workerId });
  return before;
}

/** The class of the trajectory's row. */
function classOf(end: EndedStep, lease: LeaseSnapshot): string {
  switch (end.kind) {
    case "closed":
      return "completed";
    case "failed":
      return end.escalated === "blocked" ? end.failureClass : lease.resultClass;
    case "handed_off":
      return "retry_needed_handoff";
    case "lost":
      return "failed_lease_lost";
    default:
      return end satisfies never;
  }
}

const FEATURE = { closed: "completed", failed: "blocked", handed_off: "pending", lost: "blocked" } as const;

function record(
  end: EndedStep,
  {
    leaseRef,
    resultClass,
    nextStep,
  }: { readonly leaseRef: string; readonly resultClass: string; readonly nextStep: string },
): { readonly sessionId: string; readonly trajectoryRow: string | undefined } {
  const { stepping } = end;
  const { harness, stepId, issue, startedAt } = stepping;
  const { ports, terms } = harness;
  const { places } = terms;
  const lineage = lineageOf(stepping);
  const witnessRefs = [...witnessesOf(end), leaseRef];
  // A step is told once, however often a process comes back to it.
  const [row] = ports.trajectories.has(places.trajectory, stepId)
    ? []
    : ports.trajectories.append(places.trajectory, [
        {
          stepId,
          issueId: issue.id,
          action: "worker.loop",
          resultClass,
          witnessRefs,
          lineageRefs: lineage,
          startedAt,
          finishedAt: ports.now(),
        },
      ]);
  ports.ledgers.write(places.ledger, {
    featureId: issue.id,
    status: FEATURE[end.kind],
    verificationRefs: end.kind === "closed" ? witnessRefs : [],
  });
  const { sessionId } = ports.sessions.write(places.session, {
    state: "stopped",
    issueId: issue.id,
    summary: `worker=${terms.workerId} issue=${issue.id} result=${resultClass}`,
    nextStep,
    witnessRefs,
    lineageRefs: lineage,
    issuesPath: places.issues,
  });
  return { sessionId, trajectoryRow: row && trajectoryRowDigest(row, ports.sha256) };
}

function witnessesOf(end: EndedStep): readonly string[] {
  const { harness, stepIndex, issue } = end.stepping;
  const { terms, ports } = harness;
  const { workerId, witnessRefPrefix: prefix, lane } = terms;
  const outcome = end.kind === "closed" ? "completed" : "failed";
  const own = workerRef({ workerId, issueId: issue.id, outcome, prefix });
  const policy = policyRef(ports.sha256, { ...lane, workerId, issueId: issue.id, stepIndex });
  const verification =
    end.kind === "closed" ? end.judged.verified.witnessRefs : end.kind === "failed" ? end.witnessRefs : [];
  return [own, policy, ...verification];
}

function lineageOf({ harness, issue }: Stepping): readonly string[] {
  const { terms, ports } = harness;
  const { places, workerId, lane } = terms;
  return lineageRefs(ports.sha256, {
    repoRoot: places.repoRoot,
    issuesPath: places.issues,
    worktree: `${places.stateFolder}/worktrees/${issue.id}`,
    workerId,
    issueId: issue.id,
    mutationMode: lane.mode,
    activeEpoch: lane.activeEpoch,
    supportUntil: lane.supportUntil,
  });
}
