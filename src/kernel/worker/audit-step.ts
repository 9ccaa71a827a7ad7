import type { HarnessRow } from "./harness-row.ts";

/** A row of a step. */
export type StepRow = Extract<HarnessRow, { readonly stepId: string }>;
type StepRowKind = StepRow["kind"];
type RowOf<K extends StepRowKind> = Extract<StepRow, { readonly kind: K }>;

/** Which row has to stand before a row of a kind, within its step, and whether there is one only (003 §3.2, §3.3). */
interface Place {
  readonly behind?: StepRowKind;
  readonly once?: true;
}

const PLACES: { readonly [K in StepRowKind]: Place } = {
  "step.claiming": { once: true },
  "step.claimed": { behind: "step.claiming", once: true },
  "step.worktree": { behind: "step.claimed", once: true },
  "step.verified": { behind: "step.worktree" },
  "step.working": { behind: "step.worktree" },
  "step.worked": { behind: "step.worktree" },
  "step.permitted": { behind: "step.verified" },
  "step.refused": { behind: "step.verified" },
  "step.committed": { behind: "step.permitted" },
  "step.merged": { behind: "step.committed" },
  "step.unmerged": { behind: "step.committed" },
  "step.closed": { behind: "step.permitted", once: true },
  "step.retry": { behind: "step.refused" },
  "step.escalated": { behind: "step.refused" },
  "stop.handoff": { behind: "step.claimed", once: true },
  "stop.lease": { behind: "step.claimed", once: true },
  "stop.recorded": { behind: "step.claiming", once: true },
};

/** What one kind of row has to agree with; undefined where it does. */
type Rules = { readonly [K in StepRowKind]?: (row: RowOf<K>, step: StepAudit) => string | undefined };

const RULES: Rules = {
  "step.verified": ({ when }, { seen }) =>
    when === "before" && seen.has("step.working") ? "it is of before the work, and the work has begun" : undefined,
  "step.worked": ({ sessionId }, { sessions }) =>
    sessionId === undefined || sessions.has(sessionId) ? undefined : `no row before it names the session ${sessionId}`,
  "step.permitted": ({ tree, witnessRef }, { verified }) => {
    if (verified?.when !== "after") return "no verification of the work stands right before it";
    if (verified.verdict !== "holds") return "the verification before it does not hold";
    if (verified.tree !== tree) return `${verified.tree} was verified, and it permits ${tree}`;
    return verified.witnessRefs.includes(witnessRef) ? undefined : `the verification before it left no ${witnessRef}`;
  },
  "step.refused": (_, { verified }) =>
    verified?.when === "after" ? undefined : "no verification of the work stands right before it",
  "step.committed": ({ tree }, { word }) => {
    if (word?.kind !== "step.permitted") return REFUSED;
    return word.tree === tree ? undefined : `${word.tree} was permitted, and ${tree} is committed`;
  },
  "step.merged": ({ commit }, { commit: own }) => (commit === own ? undefined : `${own ?? "nothing"} was committed`),
  "step.closed": ({ evidenceDigest }, { word, commit, merged }) => {
    if (word?.kind !== "step.permitted") return REFUSED;
    if (word.evidenceDigest !== evidenceDigest) return `${word.evidenceDigest} was permitted`;
    return commit === merged ? undefined : `the commit ${commit ?? ""} was not merged before`;
  },
  "step.retry": (_, { word }) => (word?.kind === "step.refused" ? undefined : PERMITTED),
  "step.escalated": (_, { word }) => (word?.kind === "step.refused" ? undefined : PERMITTED),
  "stop.recorded": (row, step) => (isSettlement(row) ? settledProblem(row, step) : recordedProblem(row, step)),
};

const REFUSED = "the newest word of the gate is no permit";
const PERMITTED = "the newest word of the gate is no refusal";
const CONTENDED = "contended";
const COMPLETED = "completed";
const HANDED_OFF = "retry_needed_handoff";
/** What another process tells of a step whose own is gone. */
const SETTLED: ReadonlySet<string> = new Set([COMPLETED, "retry_needed_interrupted"]);

/** Whether another process told of the step, because its own was gone: it knows no refs. */
export function isSettlement({ resultClass, lineageRefs, witnessRefs }: RowOf<"stop.recorded">): boolean {
  return resultClass !== CONTENDED && lineageRefs.length === 0 && witnessRefs.length === 0;
}

function settledProblem(
  { resultClass }: RowOf<"stop.recorded">,
  { isLeft, seen, endsAs }: StepAudit,
): string | undefined {
  if (!isLeft) return "it names no refs, and the process of the step was not gone";
  if (!SETTLED.has(resultClass) && resultClass !== endsAs)
    return `nobody tells ${resultClass} of a step whose process is gone`;
  return seen.has("step.closed") && resultClass !== COMPLETED
    ? `the issue was closed, and it says ${resultClass}`
    : undefined;
}

function recordedProblem({ resultClass }: RowOf<"stop.recorded">, { isLeft, seen }: StepAudit): string | undefined {
  if (isLeft) return GONE;
  if (resultClass === CONTENDED)
    return seen.has("step.claimed") ? "the issue was claimed, and it says contended" : undefined;
  if (!seen.has("stop.lease")) return "it stands before stop.lease";
  for (const [kind, told] of [
    ["step.closed", COMPLETED],
    ["stop.handoff", HANDED_OFF],
  ] as const)
    if (seen.has(kind) !== (resultClass === told))
      return `it says ${resultClass} ${seen.has(kind) ? "behind" : "without"} ${kind}`;
  return undefined;
}

const GONE = "the process of the step was gone before it";

/** One step of a worker, row by row: claimed before it worked, verified before it was permitted, merged before it was closed (ADR 0025). */
export class StepAudit {
  readonly seen: Set<StepRowKind> = new Set();
  /** The sessions that were at work. */
  readonly sessions: Set<string> = new Set();
  /** The verification that the gate has not spoken of yet. */
  verified: RowOf<"step.verified"> | undefined;
  /** How the step said that it would end, when it left its lease. */
  endsAs: string | undefined;
  /** The newest word of the gate. */
  word: RowOf<"step.permitted" | "step.refused"> | undefined;
  /** What was committed and merged under that word. */
  commit: string | undefined;
  merged: string | undefined;
  /** Its process is gone: whoever comes next can only tell of it. */
  isLeft = false;
  readonly #issueId: string;

  constructor(issueId: string) {
    this.#issueId = issueId;
  }

  /** Nothing of it is left to tell. */
  get isTold(): boolean {
    return this.seen.has("stop.recorded");
  }

  /** What is wrong with the next row of the step; undefined when it may follow. */
  take(row: StepRow): string | undefined {
    const problem = this.#placeProblem(row) ?? ruleOf(row)(row, this);
    if (problem === undefined) this.#note(row);
    return problem;
  }

  #placeProblem({ kind, issueId }: StepRow): string | undefined {
    const { behind, once } = PLACES[kind];
    if (issueId !== this.#issueId) return `the step is on ${this.#issueId}, it says ${issueId}`;
    if (this.isTold) return "everything of the step was told before it";
    if (once === true && this.seen.has(kind)) return "the step has one already";
    if (behind !== undefined && !this.seen.has(behind)) return `it stands before ${behind}`;
    if (this.isLeft && kind !== "stop.recorded") return GONE;
    return this.seen.has("step.closed") && kind.startsWith("step.") ? "the issue was closed before it" : undefined;
  }

  #note(row: StepRow): void {
    this.seen.add(row.kind);
    if (row.kind === "step.working" && row.sessionId !== undefined) this.sessions.add(row.sessionId);
    if (row.kind === "step.committed") this.commit = row.commit;
    if (row.kind === "step.merged") this.merged = row.commit;
    if (row.kind === "stop.lease") this.endsAs = row.resultClass;
    // The gate speaks of the verification right before it, and of no other.
    this.verified = row.kind === "step.verified" ? row : undefined;
    if (row.kind !== "step.permitted" && row.kind !== "step.refused") return;
    this.word = row;
    this.commit = undefined;
    this.merged = undefined;
  }
}

function ruleOf(row: StepRow): (row: StepRow, step: StepAudit) => string | undefined {
  // Earned: the table has the rule of each kind under its name.
  return (RULES[row.kind] ?? NO_RULE) as (row: StepRow, step: StepAudit) => string | undefined;
}

const NO_RULE = (): undefined => undefined;
