import type { SessionEventKind } from "#kernel";

/** What a run does with the world outside of it, each with a before, a during and an after. */
const BOUNDARIES = [
  "model call",
  "tool run",
  "journal write",
  "observer",
  "permission question",
  "checkpoint",
] as const;

const MOMENTS = ["before", "during", "after"] as const;

/** Written out: a new kind of row has no point until somebody names it here, and until then a test fails. */
const ROWS = [
  "session.started",
  "policies.bound",
  "handoff.received",
  "input.given",
  "step.started",
  "model.replied",
  "policy.decided",
  "approval.answered",
  "checkpoint.answered",
  "budget.allotted",
  "budget.returned",
  "child.opened",
  "child.closed",
  "tools.requested",
  "tool.settled",
  "join.closed",
  "turn.refused",
  "note.added",
  "step.failed",
  "session.ended",
  "session.resumed",
  "row.sealed",
] as const satisfies readonly SessionEventKind[];

/** A moment at which a run can be hit: right after a row was taken in, or around something that it does outside. */
export type FaultPoint = `after row ${SessionEventKind}` | `${(typeof MOMENTS)[number]} ${(typeof BOUNDARIES)[number]}`;

/** Every moment at which a run has to stand being killed, cancelled, or failed by what it works with (R09, R11). */
export const FAULT_POINTS: readonly FaultPoint[] = [
  ...ROWS.map((kind) => `after row ${kind}` as const),
  ...BOUNDARIES.flatMap((boundary) => MOMENTS.map((moment) => `${moment} ${boundary}` as const)),
];
