import type { JsonObject } from "../json/value.ts";
import {
  constant,
  count,
  digest,
  type Fields,
  list,
  optional,
  record,
  type Schema,
  type SchemaNode,
  text,
  truth,
  variants,
  words,
} from "../schema/schema.ts";
import { rowProblem } from "../session/row-problem.ts";
import type { CheckWord, HarnessRow, HarnessRowKind, ViolationWord } from "./harness-row.ts";

type RowOf<K extends HarnessRowKind> = Extract<HarnessRow, { readonly kind: K }>;

/** What a kind of row says, and its form. */
interface HarnessRowForm<K extends HarnessRowKind> {
  /** One sentence for a person. */
  readonly means: string;
  readonly form: Schema<RowOf<K>>;
}

const texts = list(text);
const STEP = { stepId: text, issueId: text } as const;
const CHECKS = list(record<CheckWord>({ name: text, required: truth, outcome: text }));
const VERDICT = words("holds", "fails");

/** Every kind of row that a worker's journal holds beside the journal's own: what it means and what it has to look like (M14, H07). */
export const HARNESS_ROWS: { readonly [K in HarnessRowKind]: HarnessRowForm<K> } = {
  "boot.roots": row("boot.roots", "a process begins as this worker; where memory is, by absolute paths", {
    worker: text,
    issues: text,
    session: text,
    ledger: text,
    trajectory: text,
    ciwitness: texts,
    observation: optional(text),
  }),
  "boot.preflight": row("boot.preflight", "whether the dependencies allow to begin anything", {
    accepted: truth,
    classes: texts,
  }),
  "boot.handoff": row(
    "boot.handoff",
    "what the session artifact of an earlier context says; nothing where there is none",
    {
      mode: optional(words("resume", "attach")),
      sessionId: optional(text),
      issueId: optional(text),
      nextStep: optional(text),
    },
  ),
  "boot.reconciled": row("boot.reconciled", "what processes that are gone had left, settled, one sentence each", {
    actions: texts,
  }),
  "boot.target": row("boot.target", "the issue that is next and why; none where nothing can be taken", {
    issueId: optional(text),
    reason: text,
    ready: count,
  }),
  "boot.baseline": row("boot.baseline", "the first verification of a process: the scope that it starts from", {
    verdict: VERDICT,
    tree: text,
    checks: CHECKS,
    witnessRefs: texts,
  }),
  "step.claiming": row("step.claiming", "a step begins; written before the issue is claimed", STEP),
  "step.claimed": row("step.claimed", "the claim is durable in the issue memory", {
    ...STEP,
    leaseId: text,
    token: count,
    expiresAt: text,
  }),
  "step.worktree": row("step.worktree", "the worktree that is worked in, and its branch", {
    ...STEP,
    path: text,
    branch: text,
    base: text,
    isNew: truth,
  }),
  "step.verified": row("step.verified", "the checks have run as a turn of the harness, before or after the work", {
    ...STEP,
    when: words("before", "after"),
    verdict: VERDICT,
    tree: text,
    checks: CHECKS,
    failureClasses: texts,
    sessionId: text,
    witnessRefs: texts,
  }),
  "step.working": row("step.working", "whoever works begins; an agent's session has its name before anything is sent", {
    ...STEP,
    work: words("agent", "command"),
    attempt: count,
    round: count,
    sessionId: optional(text),
    packet: optional(digest),
  }),
  "step.worked": row("step.worked", "whoever works has ended", {
    ...STEP,
    outcome: text,
    summary: text,
    sessionId: optional(text),
    packet: optional(digest),
    exit: optional(count),
  }),
  "step.permitted": row("step.permitted", "the gate permits to close the issue with this very tree", {
    ...STEP,
    evidenceDigest: digest,
    witnessRef: digest,
    tree: text,
  }),
  "step.refused": row("step.refused", "the gate refuses, by classes", {
    ...STEP,
    classes: texts,
    violations: list(record<ViolationWord>({ class: text, path: text, note: text })),
    witnessRef: text,
  }),
  "step.committed": row("step.committed", "the permitted tree is a commit on the issue's branch", {
    ...STEP,
    commit: text,
    tree: text,
  }),
  "step.merged": row("step.merged", "the target branch has the commit", { ...STEP, commit: text, target: text }),
  "step.unmerged": row("step.unmerged", "why the work stays on its branch", {
    ...STEP,
    reason: text,
    branch: text,
    commit: text,
  }),
  "step.closed": row("step.closed", "the permit was spent: the issue is closed", { ...STEP, evidenceDigest: digest }),
  "step.retry": row("step.retry", "the retry policy gives another attempt", {
    ...STEP,
    attempt: count,
    ruleId: text,
    matchedFailureClass: text,
    backoffClass: text,
    waitMs: count,
  }),
  "step.escalated": row("step.escalated", "attempts are used up, and what the policy did about it", {
    ...STEP,
    action: text,
    outcome: text,
    ruleId: text,
    matchedFailureClass: text,
    policyDigest: text,
    noteDigest: optional(text),
    createdIssueId: optional(text),
  }),
  "stop.handoff": row("stop.handoff", "the step ends without an end of its issue, and what is next", {
    ...STEP,
    reason: text,
    nextStep: text,
    packet: optional(digest),
  }),
  "stop.lease": row("stop.lease", "how the lease was left", {
    ...STEP,
    state: text,
    action: text,
    ref: text,
    resultClass: optional(text),
  }),
  "stop.recorded": row(
    "stop.recorded",
    "the trajectory has the step's row: nothing of it is left to tell; without refs where another process told it, or where the claim failed",
    {
      ...STEP,
      resultClass: text,
      lineageRefs: texts,
      witnessRefs: texts,
      trajectoryRow: optional(digest),
      kept: optional(text),
    },
  ),
  "stop.session": row("stop.session", "the session artifact says what is next", { sessionId: text, nextStep: text }),
};

/** The form of any row of a worker. */
export const HARNESS_ROW: Schema<HarnessRow> = variants<HarnessRow>(
  // Earned: the table has a form of each kind under its name.
  Object.fromEntries(Object.entries(HARNESS_ROWS).map(([kind, { form }]) => [kind, form])) as {
    readonly [K in HarnessRowKind]: Schema<RowOf<K>>;
  },
);

/** What a row of a worker's journal says, or exactly what is wrong with it. */
export type HarnessRowReading =
  | { readonly ok: true; readonly row: HarnessRow }
  | { readonly ok: false; readonly problem: string };

/** Reads what a row says. The journal's own rows (`journal.*`) are not a worker's, and of no kind here. */
export function readHarnessRow(event: JsonObject): HarnessRowReading {
  const problem = rowProblem(event, formOf, "worker");
  if (problem !== undefined) return { ok: false, problem };
  // Earned: the form names every member of the row and refuses all others.
  return { ok: true, row: event as unknown as HarnessRow };
}

function formOf(kind: string): SchemaNode | undefined {
  return Object.hasOwn(HARNESS_ROWS, kind) ? HARNESS_ROWS[kind as HarnessRowKind].form.node : undefined;
}

function row<const K extends HarnessRowKind>(
  kind: K,
  means: string,
  members: Fields<Omit<RowOf<K>, "kind">>,
): HarnessRowForm<K> {
  // Earned: the members are those of the row of this kind, as the compiler has seen.
  return { means, form: record({ kind: constant(kind), ...members } as unknown as Fields<RowOf<K>>) };
}
