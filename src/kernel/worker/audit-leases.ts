import { compareTimestamps, type Timestamp } from "../issues/timestamp.ts";
import type { PlacedHarnessRow, WorkerFinding } from "./audit-worker.ts";
import type { HarnessRow } from "./harness-row.ts";

/** A change of an issue by its memory's log. */
export interface LoggedLease {
  readonly action: string;
  readonly actor: string;
  readonly token: number | undefined;
  readonly leaseId: string | undefined;
  /** What the permit of a closing rests on; absent where it was no permit of the gate. */
  readonly evidenceDigest?: string;
}

/** The issue memory, as far as leases go. */
export interface LeaseMemory {
  readonly worker: string;
  readonly now: Timestamp;
  /** What the log has of an issue, oldest first; undefined for an issue whose memory is not the one at hand. */
  readonly changes: (issueId: string) => readonly LoggedLease[] | undefined;
  /** The lease that is on an issue now. */
  readonly held: (
    issueId: string,
  ) => { readonly leaseId: string; readonly token: number; readonly expiresAt: Timestamp } | undefined;
}

interface Claimed {
  readonly leaseId: string;
  readonly token: number;
  readonly isClosed: boolean;
}

/** How a step ended that gives its lease back: it cannot be held any more (ADR 0025, contract 3.1). */
const GIVES_BACK: ReadonlySet<string> = new Set(["completed", "retry_needed_handoff", "retry_needed_interrupted"]);

/** The first row of a worker that the issue memory's log does not bear out: a claim, a closing, or a lease that was not given back (M14). */
export function auditLeases(rows: readonly PlacedHarnessRow[], memory: LeaseMemory): WorkerFinding | undefined {
  const claims = new Map<string, Claimed>();
  const closings = new Set<LoggedLease>();
  for (const { seq, row } of rows) {
    const changes = "issueId" in row && row.issueId !== undefined ? memory.changes(row.issueId) : undefined;
    if (changes === undefined) continue;
    const what = problemOf(row, { claims, closings, changes, memory });
    if (what !== undefined) return { seq, what: `${row.kind}: ${what}` };
  }
  return undefined;
}

interface SoFar {
  readonly claims: Map<string, Claimed>;
  /** Those that a row has told of. */
  readonly closings: Set<LoggedLease>;
  readonly changes: readonly LoggedLease[];
  readonly memory: LeaseMemory;
}

function problemOf(row: HarnessRow, soFar: SoFar): string | undefined {
  if (row.kind === "step.claimed") return claimProblem(row, soFar);
  if (row.kind === "step.closed") return closingProblem(row, soFar);
  return row.kind === "stop.recorded" ? endProblem(row, soFar) : undefined;
}

type RowOf<K extends HarnessRow["kind"]> = Extract<HarnessRow, { readonly kind: K }>;

function claimProblem({ stepId, issueId, leaseId, token }: RowOf<"step.claimed">, soFar: SoFar): string | undefined {
  const { claims, changes, memory } = soFar;
  claims.set(stepId, { leaseId, token, isClosed: false });
  const isLogged = changes.some((change) => {
    return (
      change.action === "issue.claim" &&
      change.actor === memory.worker &&
      change.leaseId === leaseId &&
      change.token === token
    );
  });
  return isLogged ? undefined : `the log of ${issueId} has no such claim by ${memory.worker} (token ${token})`;
}

function closingProblem({ stepId, issueId, evidenceDigest }: RowOf<"step.closed">, soFar: SoFar): string | undefined {
  const { claims, closings, changes, memory } = soFar;
  const claimed = claims.get(stepId);
  const logged = changes.filter((change) => change.evidenceDigest === evidenceDigest && isClosing(change, memory));
  if (logged.length === 0) return `the log of ${issueId} has no closing by ${evidenceDigest}`;
  const untold = logged.find((change) => !closings.has(change));
  if (untold === undefined) return `${issueId} was closed by an earlier row, and never opened again`;
  closings.add(untold);
  if (claimed === undefined) return undefined;
  claims.set(stepId, { ...claimed, isClosed: true });
  return untold.token === claimed.token
    ? undefined
    : `the log of ${issueId} closes it under token ${untold.token ?? "none"}, the step claimed ${claimed.token}`;
}

function endProblem({ stepId, issueId, resultClass }: RowOf<"stop.recorded">, soFar: SoFar): string | undefined {
  const { claims, changes, memory } = soFar;
  const claimed = claims.get(stepId);
  if (claimed === undefined) return undefined;
  const { leaseId, token, isClosed } = claimed;
  const isLogged = changes.some((change) => isClosing(change, memory) && change.token === token);
  if (resultClass === "completed" && !isClosed && !isLogged)
    return `it says completed, and the log of ${issueId} has no closing by ${memory.worker} under token ${token}`;
  const held = memory.held(issueId);
  const isHeld = held?.leaseId === leaseId && held.token === token && compareTimestamps(held.expiresAt, memory.now) > 0;
  return isHeld && GIVES_BACK.has(resultClass)
    ? `it says ${resultClass}, and the lease ${leaseId} is held still`
    : undefined;
}

function isClosing({ action, actor }: LoggedLease, { worker }: LeaseMemory): boolean {
  return action === "issue.close" && actor === worker;
}
