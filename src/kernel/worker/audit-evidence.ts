import type { PlacedHarnessRow, WorkerFinding } from "./audit-worker.ts";
import type { HarnessRow, HarnessRowKind } from "./harness-row.ts";
import { type KeptEvidence, refProblem, refsProblem, sessionProblem } from "./kept-evidence.ts";

type Rules = {
  readonly [K in HarnessRowKind]?: (
    row: Extract<HarnessRow, { readonly kind: K }>,
    kept: KeptEvidence,
  ) => string | undefined;
};

/** What the rows of each kind name has to be kept. A session whose name alone was told may never have begun. */
const RULES: Rules = {
  "boot.baseline": ({ witnessRefs }, kept) => refsProblem(witnessRefs, kept),
  "step.verified": ({ sessionId, witnessRefs }, kept) =>
    sessionProblem(sessionId, kept) ?? refsProblem(witnessRefs, kept),
  "step.worked": ({ sessionId }, kept) => (sessionId === undefined ? undefined : sessionProblem(sessionId, kept)),
  "step.permitted": ({ evidenceDigest, witnessRef, issueId }, kept) =>
    kept.witnessProblem(witnessRef, "JoinClosed") ??
    (kept.permitsOf(evidenceDigest).some((permit) => permit.witnessRef === witnessRef && permit.issueId === issueId)
      ? undefined
      : noPermit(evidenceDigest, issueId)),
  "step.refused": ({ witnessRef }, kept) => refProblem(witnessRef, kept),
  "step.closed": ({ evidenceDigest, issueId }, kept) =>
    kept.permitsOf(evidenceDigest).some((permit) => permit.issueId === issueId)
      ? undefined
      : noPermit(evidenceDigest, issueId),
  "stop.recorded": ({ witnessRefs }, kept) => refsProblem(witnessRefs, kept),
};

/** The first row of a worker that names evidence which is not kept (M14). */
export function auditEvidence(rows: readonly PlacedHarnessRow[], kept: KeptEvidence): WorkerFinding | undefined {
  for (const { seq, row } of rows) {
    // Earned: the table has the rule of each kind under its name.
    const rule = RULES[row.kind] as ((row: HarnessRow, kept: KeptEvidence) => string | undefined) | undefined;
    const what = rule?.(row, kept) ?? unfoundSession(row, rows, kept);
    if (what !== undefined) return { seq, what: `${row.kind}: ${what}` };
  }
  return undefined;
}

/** A session that began work which has ended was there. */
function unfoundSession(row: HarnessRow, rows: readonly PlacedHarnessRow[], kept: KeptEvidence): string | undefined {
  if (row.kind !== "step.working" || row.sessionId === undefined || kept.hasSession(row.sessionId)) return undefined;
  const at = rows.findIndex((each) => each.row === row);
  const { stepId, sessionId } = row;
  const isOver = rows.slice(at).some(({ row: later }) => later.kind === "step.worked" && later.stepId === stepId);
  return isOver ? sessionProblem(sessionId, kept) : undefined;
}

function noPermit(evidenceDigest: string, issueId: string): string {
  return `there is no witness of a permit to close ${issueId} by ${evidenceDigest}`;
}
