import type { HarnessRow } from "./harness-row.ts";

/** `none`: it is to be worked on. `worked`: the work was done, and no gate has refused it. `merged`: the target has it. */
export type WorkStanding = "none" | "worked" | "merged";

/** How far one step came, by its rows. */
export interface StepState {
  readonly stepId: string;
  readonly issueId: string;
  readonly leaseId?: string;
  /** What fences the lease: a later step on the same issue has a higher one, whoever's it is. */
  readonly token?: number;
  /** The newest session that worked on it. */
  readonly sessionId?: string;
  /** The newest packet of its work: what that session goes on from, or what it left. */
  readonly packet?: string | undefined;
  /** The commit of its work, and whether the target has it. */
  readonly commit?: string;
  readonly isMerged: boolean;
  /** How far its work stands, for whoever goes on; absent where the step has neither worked nor been refused. */
  readonly stands?: WorkStanding;
  readonly isClosed: boolean;
  /** How it ends, from when its lease was left for that; the trajectory may have been told. */
  readonly endsAs?: string;
  /** Its trajectory row was written: nothing of it is left to tell. */
  readonly resultClass?: string;
}

/** The steps that rows tell of, in their order. */
export function foldSteps(rows: Iterable<HarnessRow>): readonly StepState[] {
  const steps = new Map<string, StepState>();
  for (const row of rows) {
    if (!("stepId" in row)) continue;
    const { stepId, issueId } = row;
    const before = steps.get(stepId) ?? { stepId, issueId, isMerged: false, isClosed: false };
    steps.set(stepId, { ...before, issueId, ...changeBy(row) });
  }
  return [...steps.values()];
}

function changeBy(row: Extract<HarnessRow, { stepId: string }>): Partial<StepState> {
  switch (row.kind) {
    case "step.claimed":
      return { leaseId: row.leaseId, token: row.token };
    case "step.working":
    case "step.worked":
      return { ...sessionBy(row), stands: row.kind === "step.worked" && row.outcome === "done" ? "worked" : "none" };
    case "step.refused":
      return { stands: "none" };
    case "step.committed":
      return { commit: row.commit };
    case "step.merged":
      return { commit: row.commit, isMerged: true, stands: "merged" };
    case "step.closed":
      return { isClosed: true };
    case "stop.recorded":
      return { resultClass: row.resultClass };
    case "step.claiming":
    case "step.worktree":
    case "step.verified":
    case "step.permitted":
    case "step.unmerged":
    case "step.retry":
    case "step.escalated":
    case "stop.handoff":
      return NOTHING;
    case "stop.lease":
      return row.resultClass === undefined ? NOTHING : { endsAs: row.resultClass };
    default:
      return row satisfies never;
  }
}

const NOTHING: Partial<StepState> = {};

function sessionBy(row: Extract<HarnessRow, { kind: "step.working" | "step.worked" }>): Partial<StepState> {
  return row.sessionId === undefined ? {} : { sessionId: row.sessionId, ...packetBy(row) };
}

/** A session that begins without a packet has none; one that ends without one leaves what it began with. */
function packetBy({ kind, packet }: Extract<HarnessRow, { kind: "step.working" | "step.worked" }>): Partial<StepState> {
  return kind === "step.working" || packet !== undefined ? { packet } : {};
}

/** What earlier steps on an issue leave to whoever takes it up again. */
export interface LeftWork {
  /** How far the work stands. */
  readonly stands: WorkStanding;
  /** The session that can be gone on with, and the newest packet of the work. */
  readonly sessionId: string | undefined;
  readonly packet: string | undefined;
  /** The steps that it is left by. */
  readonly stepIds: readonly string[];
}

/** What is left of an issue by its steps, those of all workers: the newest counts, and nothing that was before its last end. */
export function leftWork(steps: readonly StepState[]): LeftWork {
  const claimed = steps.filter(({ token }) => token !== undefined);
  const inOrder = claimed.toSorted((one, other) => (one.token ?? 0) - (other.token ?? 0));
  const ended = inOrder.findLastIndex(({ resultClass }) => resultClass === "completed");
  const since = inOrder.slice(ended + 1);
  const seated = since.findLast(({ resultClass, sessionId }) => {
    return sessionId !== undefined && resultClass?.startsWith("retry_needed") === true;
  });
  return {
    stands: since.findLast(({ stands }) => stands !== undefined)?.stands ?? "none",
    sessionId: seated?.sessionId,
    packet: seated?.packet,
    stepIds: since.map(({ stepId }) => stepId),
  };
}

/** The steps that a process left without telling the trajectory of them. */
export function unfinishedSteps(rows: Iterable<HarnessRow>): readonly StepState[] {
  return foldSteps(rows).filter(({ resultClass }) => resultClass === undefined);
}
