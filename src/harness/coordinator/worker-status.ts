import { type JsonObject, parseTimestamp, type Timestamp } from "#kernel";
import type { WorkerLine, WorkerStatus } from "#ports";

/** What a row says a worker is at now, in a word. */
const PHASES: Readonly<Record<string, string>> = {
  "boot.roots": "booting",
  "boot.baseline": "baseline",
  "step.claimed": "claimed",
  "step.worktree": "worktree",
  "step.working": "working",
  "step.worked": "verifying",
  "step.permitted": "permitted",
  "step.refused": "refused",
  "step.committed": "merging",
  "step.merged": "closing",
  "step.closed": "closed",
  "step.retry": "retrying",
  "step.escalated": "escalated",
  "stop.handoff": "handing off",
  "stop.lease": "stopping",
};

/** Where the word depends on more than the kind of the row. */
const VERIFIED_PHASES: Readonly<Record<string, string>> = { before: "verified", after: "gating" };

/** How the rows that judge are told in a word or two. */
const VERDICTS: Readonly<Record<string, (row: JsonObject) => string | undefined>> = {
  "boot.baseline": (row) => textIn(row, "verdict"),
  "step.verified": (row) => textIn(row, "verdict"),
  "step.permitted": () => "permitted",
  "step.refused": (row) => `refused${firstIn(row, "classes")}`,
  "step.escalated": (row) => textIn(row, "outcome"),
  "stop.recorded": (row) => textIn(row, "resultClass"),
};

/** A worker of which nothing was heard yet. */
export function newStatus(
  workerId: string,
  issue: { readonly id: string; readonly title: string },
  at: Timestamp,
): WorkerStatus {
  return { workerId, issueId: issue.id, title: issue.title, isClaimed: false, phase: "starting", since: at, heard: at };
}

/** The status after one more line, heard at this moment of our own clock. Pure. */
export function statusAfter(
  status: WorkerStatus,
  line: WorkerLine,
  heard: Timestamp,
  titleOf: (id: string) => string,
): WorkerStatus {
  switch (line.kind) {
    case "row":
      return rowTaken({ ...status, heard }, line.row, titleOf);
    case "heartbeat": {
      const isOwn = line.issueId === undefined || line.issueId === status.issueId;
      return { ...status, heard, ...(isOwn && line.expiresAt !== undefined ? { leaseEnds: line.expiresAt } : {}) };
    }
    case "refused":
      return { ...status, heard, verdict: line.code };
    case "ended":
      return { ...status, heard };
    default:
      return line satisfies never;
  }
}

function rowTaken(
  status: WorkerStatus,
  row: JsonObject & { readonly kind: string },
  titleOf: (id: string) => string,
): WorkerStatus {
  const phase = phaseOf(row) ?? status.phase;
  const taken = row.kind === "step.claimed" ? claimed(row, status, titleOf) : released(row, status);
  const verdict = VERDICTS[row.kind]?.(row) ?? taken.verdict;
  return {
    ...taken,
    phase,
    since: phase === status.phase && taken.issueId === status.issueId ? status.since : status.heard,
    ...(verdict === undefined ? {} : { verdict }),
  };
}

function claimed(row: JsonObject, status: WorkerStatus, titleOf: (id: string) => string): WorkerStatus {
  const issueId = textIn(row, "issueId") ?? status.issueId;
  const leaseEnds = parseTimestamp(textIn(row, "expiresAt") ?? "");
  const { leaseEnds: _before, verdict: _other, ...rest } = status;
  return {
    ...rest,
    issueId,
    title: titleOf(issueId),
    isClaimed: true,
    ...(leaseEnds === undefined ? {} : { leaseEnds }),
  };
}

/** A lease that was given back has no end any more. */
function released(row: JsonObject & { readonly kind: string }, status: WorkerStatus): WorkerStatus {
  if (row.kind !== "step.closed" && row.kind !== "stop.lease") return status;
  const { leaseEnds: _over, ...rest } = status;
  return rest;
}

function phaseOf(row: JsonObject & { readonly kind: string }): string | undefined {
  return row.kind === "step.verified" ? VERIFIED_PHASES[textIn(row, "when") ?? ""] : PHASES[row.kind];
}

/** A text member of a row; undefined where it is none. */
export function textIn(row: JsonObject, member: string): string | undefined {
  const text = row[member];
  return typeof text === "string" ? text : undefined;
}

function firstIn(row: JsonObject, member: string): string {
  const list = row[member];
  const first = Array.isArray(list) ? list[0] : undefined;
  return typeof first === "string" ? `: ${first}` : "";
}
