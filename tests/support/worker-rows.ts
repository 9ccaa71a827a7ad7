import type { HarnessRow } from "#kernel";

/** A digest that is of nothing. */
export function digestOf(digit: string): string {
  return `sha256:${digit.repeat(64)}`;
}

/** The step that {@link workerRows} tells. */
export const STEP = { stepId: "w.bd-1.1", issueId: "bd-1" } as const;
const CHECKS = [{ name: "tests", required: true, outcome: "ok" }];
/** What the verification of the work left. */
export const LEFT: readonly string[] = ["session://s2", digestOf("1"), digestOf("2"), digestOf("3")];

/** The rows of a worker that booted, closed one issue and looked for the next. */
export function workerRows(): readonly HarnessRow[] {
  const verified = { ...STEP, verdict: "holds", checks: CHECKS, failureClasses: [] } as const;
  return [
    {
      kind: "boot.roots",
      worker: "w",
      issues: "/r/.premath/issues.jsonl",
      session: "/r/.premath/workers/w/harness_session.json",
      ledger: "/r/.premath/harness_feature_ledger.json",
      trajectory: "/r/.premath/harness_trajectory.jsonl",
      ciwitness: [],
    },
    { kind: "boot.handoff" },
    { kind: "boot.reconciled", actions: [] },
    { kind: "boot.preflight", accepted: true, classes: [] },
    { kind: "boot.target", issueId: "bd-1", reason: "bd-1 is first by id of 1 that is free", ready: 1 },
    { kind: "step.claiming", ...STEP },
    { kind: "step.claimed", ...STEP, leaseId: "lease1_bd-1_w", token: 1, expiresAt: "2026-03-01T13:00:00Z" },
    { kind: "step.worktree", ...STEP, path: "/r/w", branch: "tusk/bd-1", base: "c0", isNew: true },
    { kind: "step.verified", ...verified, when: "before", tree: "t0", sessionId: "s1", witnessRefs: ["session://s1"] },
    { kind: "step.working", ...STEP, work: "agent", attempt: 1, round: 1, sessionId: "a1" },
    { kind: "step.worked", ...STEP, outcome: "done", summary: "done", sessionId: "a1" },
    { kind: "step.verified", ...verified, when: "after", tree: "t1", sessionId: "s2", witnessRefs: LEFT },
    { kind: "step.permitted", ...STEP, evidenceDigest: digestOf("e"), witnessRef: digestOf("3"), tree: "t1" },
    { kind: "step.committed", ...STEP, commit: "c1", tree: "t1" },
    { kind: "step.merged", ...STEP, commit: "c1", target: "main" },
    { kind: "step.closed", ...STEP, evidenceDigest: digestOf("e") },
    { kind: "stop.lease", ...STEP, state: "released", action: "release_closed", ref: "lease://handoff/bd-1" },
    {
      kind: "stop.recorded",
      ...STEP,
      resultClass: "completed",
      lineageRefs: ["ctx://issue/bd-1"],
      witnessRefs: ["worker://loop/w/bd-1/completed", ...LEFT],
    },
    { kind: "stop.session", sessionId: "hs1", nextStep: "claim next ready issue" },
    { kind: "boot.preflight", accepted: true, classes: [] },
    { kind: "boot.target", reason: "every issue is closed", ready: 0 },
  ];
}

/** The place of the nth row of a kind among {@link workerRows}. */
export function placeOf(kind: HarnessRow["kind"], nth = 0): number {
  const places = workerRows().flatMap((row, place) => (row.kind === kind ? [place] : []));
  const found = places[nth];
  if (found === undefined) throw new Error(`there is no row ${nth} of ${kind}`);
  return found;
}
