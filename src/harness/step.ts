import { backoffMs, decideRetry, type Issue, type Refusal } from "#kernel";
import { type CancelSignal, PortError, type Verified, type Worktree } from "#ports";
import { attempt, type AttemptEnd, failedChecks } from "./attempt.ts";
import { escalate, type Escalated } from "./escalate.ts";
import type { Harness } from "./harness.ts";
import { heartbeat } from "./heartbeat.ts";
import { land } from "./land.ts";
import { claim } from "./lease.ts";
import { type Judged, verifyBefore } from "./step-verify.ts";
import { foundWork } from "./found-work.ts";
import type { EarlierWork, Stepping } from "./stepping.ts";

/** How a step ended. */
export type StepEnd =
  | { readonly kind: "contended" }
  | { readonly kind: "closed"; readonly stepping: Stepping; readonly judged: Judged }
  | {
      readonly kind: "failed";
      readonly stepping: Stepping;
      readonly escalated: Escalated;
      readonly failureClass: string;
      readonly witnessRefs: readonly string[];
    }
  | {
      readonly kind: "handed_off";
      readonly stepping: Stepping;
      readonly reason: string;
      readonly isStopped: boolean;
      readonly packet?: string | undefined;
      /** What failed of this machine, where that is why. */
      readonly error?: PortError;
    }
  | { readonly kind: "lost"; readonly stepping: Stepping; readonly reason: string };

/** What a step is begun with. */
export interface StepWish extends EarlierWork {
  readonly issue: Issue;
  readonly stepIndex: number;
  readonly known: Map<string, Verified>;
  /** A signal that this step can fire by itself, linked to the worker's own. */
  readonly stepSwitch: { readonly signal: CancelSignal; readonly cancel: (reason: string) => void };
}

/** One bounded piece of work (003 §3.2): claim, verify, work, verify, gate, merge, close. Every row is durable before what follows from it. */
export async function step(harness: Harness, wish: StepWish): Promise<StepEnd> {
  const { issue, stepIndex, stepSwitch } = wish;
  const { terms, ports, log } = harness;
  const stepId = stepName(terms.workerId, issue.id, stepIndex);
  await log.record({ kind: "step.claiming", stepId, issueId: issue.id });
  const lease = await claim(harness, issue.id);
  if (lease === undefined) {
    await log.record({
      kind: "stop.recorded",
      stepId,
      issueId: issue.id,
      resultClass: "contended",
      lineageRefs: [],
      witnessRefs: [],
    });
    return { kind: "contended" };
  }
  const { leaseId, token, expiresAt } = lease;
  await log.record({ kind: "step.claimed", stepId, issueId: issue.id, leaseId, token, expiresAt });
  const beat = heartbeat(harness, lease, stepSwitch.cancel);
  const { signal } = stepSwitch;
  const stepping: Stepping = {
    harness,
    stepId,
    ...wish,
    lease,
    startedAt: ports.now(),
    signal,
    lost: () => beat.lost,
    failedBefore: new Set(),
  };
  try {
    announce(stepping);
    return await worked(stepping);
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    return { kind: "handed_off", stepping, reason: error.message, isStopped: false, error };
  } finally {
    beat.stop();
  }
}

/** The name of a step. */
export function stepName(workerId: string, issueId: string, index: number): string {
  return `${workerId}.${issueId}.${index}`;
}

/** Projections for whoever looks: never gated (decision 16). */
function announce({ harness, issue, lease }: Stepping): void {
  const { terms, ports } = harness;
  const { places, workerId } = terms;
  const summary = `worker=${workerId} claimed=${issue.id} until=${lease.expiresAt}`;
  ports.sessions.write(places.session, {
    state: "active",
    issueId: issue.id,
    summary,
    nextStep: "work -> verify -> close_or_recover",
    issuesPath: places.issues,
  });
  ports.ledgers.write(places.ledger, {
    featureId: issue.id,
    status: "in_progress",
    issueId: issue.id,
    summary: issue.title,
    sessionRef: places.session,
  });
}

async function worked(claimed: Stepping): Promise<StepEnd> {
  const { harness, issue, stepId } = claimed;
  const worktree = await harness.ports.repository.openWorktree(issue.id);
  const { path, branch, base, isNew } = worktree;
  await harness.log.record({ kind: "step.worktree", stepId, issueId: issue.id, path, branch, base, isNew });
  const stepping = { ...claimed, ...(await foundWork(claimed, worktree)) };
  await verifyBefore(stepping, worktree);
  let told: readonly string[] = [];
  for (let number = 1; ; number += 1) {
    if (stepping.signal.aborted) return calledOff(stepping);
    const end = await settled(stepping, worktree, await attempt(stepping, worktree, { number, told }));
    if (end.kind !== "refused") return end;
    const done = mayRepairThere(stepping, end, number) ? undefined : await failedBy(stepping, end, number);
    if (done !== undefined) return done;
    told = failedChecks(end.judged.verified.results);
  }
}

/** Work that the gate has refused: the retry policy has the word. */
interface Refused {
  readonly kind: "refused";
  readonly judged: Judged;
  /** Classes that the work itself names. */
  readonly named: readonly string[];
  /** It had held alone, and does not beside what others have merged since. */
  readonly isThere: boolean;
}

/** An agent is told what does not hold beside newer work, and works on, as it does with its own. */
function mayRepairThere({ harness }: Stepping, { isThere }: Refused, number: number): boolean {
  return isThere && harness.ports.work.kind === "agent" && number <= harness.terms.repairRounds;
}

/** The end of a step by how its attempt ended. */
async function settled(stepping: Stepping, worktree: Worktree, end: AttemptEnd): Promise<StepEnd | Refused> {
  switch (end.kind) {
    case "unfinished":
      if (end.why === "interrupted") return calledOff(stepping, end.worked.packet);
      return {
        kind: "handed_off",
        stepping,
        reason: `its sessions are used up: ${end.worked.summary}`,
        isStopped: false,
        packet: end.worked.packet,
      };
    case "refused":
      return { kind: "refused", judged: end.judged, named: end.worked.failureClasses, isThere: false };
    case "permitted": {
      const landing = await land(stepping, worktree, end.judged);
      switch (landing.kind) {
        case "closed":
          return { kind: "closed", stepping, judged: landing.judged };
        case "left":
          return {
            kind: "handed_off",
            stepping,
            reason: `${landing.reason}; the work is on ${landing.branch}`,
            isStopped: false,
          };
        case "lost":
          return { kind: "lost", stepping, reason: landing.reason };
        case "interrupted":
          return calledOff(stepping);
        case "refused":
          return { kind: "refused", judged: landing.judged, named: [], isThere: true };
        default:
          return landing satisfies never;
      }
    }
    default:
      return end satisfies never;
  }
}

/** Another attempt after its wait (undefined), or the end that the policy says. */
async function failedBy(stepping: Stepping, { judged, named }: Refused, number: number): Promise<StepEnd | undefined> {
  const { harness, stepId, issue, signal } = stepping;
  const { terms, ports, log } = harness;
  const { word, verified } = judged;
  const refusal: Refusal | undefined = word.ok ? undefined : word.refusal;
  if (refusal === undefined) return calledOff(stepping);
  const decision = decideRetry(terms.retryPolicy, {
    failureClasses: [...named, ...judged.failureClasses],
    attempt: number,
  });
  const { ruleId, matchedFailureClass, backoffClass } = decision;
  if (decision.retry) {
    const waitMs = backoffMs(backoffClass, number);
    await log.record({
      kind: "step.retry",
      stepId,
      issueId: issue.id,
      attempt: number,
      ruleId,
      matchedFailureClass,
      backoffClass,
      waitMs,
    });
    await ports.sleep(waitMs, signal);
    return undefined;
  }
  const lost = stepping.lost();
  if (lost !== undefined) return { kind: "lost", stepping, reason: lost };
  const { witnessRef, witnessRefs } = verified;
  const { lease } = stepping;
  const escalated = await escalate(harness, { stepId, issueId: issue.id, lease, decision, refusal, witnessRef });
  return { kind: "failed", stepping, escalated, failureClass: matchedFailureClass, witnessRefs };
}

function calledOff(stepping: Stepping, packet?: string): StepEnd {
  const lost = stepping.lost();
  if (lost !== undefined) return { kind: "lost", stepping, reason: lost };
  return {
    kind: "handed_off",
    stepping,
    reason: "the worker was told to stop",
    isStopped: stepping.harness.signal.aborted,
    packet,
  };
}
