import { approvalOfCheckpoint, decideContinuation, type ContinuationDecision } from "#kernel";
import type { CancelSignal } from "#ports";
import { faultOf, TurnStopped } from "./fault.ts";
import { textProblem } from "./hook-text.ts";
import type { Run } from "./run.ts";

/** What a person is asked at a checkpoint of the stop policy. */
export interface CheckpointQuestion {
  readonly at: number;
  readonly kind: string;
  readonly step: number;
}

/** What a person answered, and who it was. */
export interface CheckpointAnswer {
  readonly decision: "approved" | "refused";
  readonly by: string;
}

/** Asks a person. Undefined: there is nobody to be asked, and the run stops there (R15). */
export type CheckpointApprover = (
  question: CheckpointQuestion,
  signal: CancelSignal,
) => Promise<CheckpointAnswer | undefined>;

/** Whether another turn may follow this one; a checkpoint that is due is asked about, and the answer is a row before it counts (R15). */
export function settleContinuation(run: Run, stopReason: string): ContinuationDecision | Promise<ContinuationDecision> {
  const decision = continuationOf(run, stopReason);
  return decision.kind === "checkpoint" ? settleCheckpoints(run, stopReason) : decision;
}

/** Before a turn begins: a checkpoint behind which no turn may follow unapproved is asked about again, also by a later run (R15). */
export async function passCheckpoints(run: Run): Promise<void> {
  for (;;) {
    const at = dueCheckpoint(run);
    if (at === undefined) return;
    if (!(await ask(run, at))) throw new TurnStopped({ kind: "checkpoint", at }, run.state.step, lastWord(run, at));
  }
}

function dueCheckpoint(run: Run): number | undefined {
  const { step } = run.state;
  if (step === 0) return undefined;
  const passed = new Set(
    run.state.checkpoints.flatMap(({ decision, checkpoint }) => (decision === "approved" ? [checkpoint] : [])),
  );
  const due = run.setting.policies.values.stopPolicy.checkpoints.filter(({ at }) => at <= step && !passed.has(at));
  return due.map(({ at }) => at).sort((left, right) => left - right)[0];
}

/** Who refused to let a checkpoint pass, if somebody did in this step. */
export function lastWord({ state }: Run, at: number): string | undefined {
  const said = state.checkpoints.findLast((row) => row.checkpoint === at && row.step === state.step);
  return said?.decision === "refused" ? said.by : undefined;
}

async function settleCheckpoints(run: Run, stopReason: string): Promise<ContinuationDecision> {
  for (;;) {
    const decision = continuationOf(run, stopReason);
    if (decision.kind !== "checkpoint" || !(await ask(run, decision.at))) return decision;
  }
}

const NONE: readonly never[] = [];

/** Whether the bound policies let another turn follow this one. */
export function continuationOf(run: Run, stopReason: string): ContinuationDecision {
  const { stopPolicy, protocolPolicy } = run.setting.policies.values;
  const { maxTurns, checkpoints } = stopPolicy;
  const { handled } = protocolPolicy;
  const answered = run.state.checkpoints;
  const approvals =
    answered.length === 0
      ? NONE
      : answered.flatMap(({ decision, checkpoint: at }) => (decision === "approved" ? [{ at }] : []));
  return decideContinuation({ stopReason, handled, turnIndex: run.state.step, maxTurns, checkpoints, approvals });
}

/** The approvals that evidence names: each checkpoint that somebody let pass. */
export function checkpointRows(run: Run): readonly { readonly at: number; readonly approvalRef: string }[] {
  return run.state.checkpoints
    .filter(({ decision }) => decision === "approved")
    .map((row) => ({ at: row.checkpoint, approvalRef: approvalOfCheckpoint(run.setting.sha256, row) }));
}

/** True where somebody let it pass. */
async function ask(run: Run, at: number): Promise<boolean> {
  const { checkpoint, signal, policies } = run.setting;
  const kind = policies.values.stopPolicy.checkpoints.find((row) => row.at === at)?.kind ?? "checkpoint";
  const step = run.state.step;
  const answer = await checkpoint?.({ at, kind, step }, signal);
  if (answer === undefined) return false;
  const { decision, by } = readAnswer(answer, { at, step });
  run.record({ kind: "checkpoint.answered", step, checkpoint: at, decision, by });
  return decision === "approved";
}

/** An answer is one of two words and who gave it; anything else lets nothing pass, and fails the run. */
function readAnswer(answer: unknown, { at, step }: { readonly at: number; readonly step: number }): CheckpointAnswer {
  const fields: Readonly<Record<string, unknown>> = typeof answer === "object" && answer !== null ? { ...answer } : {};
  const { decision, by } = fields;
  const isAnswer = decision === "approved" || decision === "refused";
  if (isAnswer && typeof by === "string" && textProblem(by) === undefined) return { decision, by };
  const problem = isAnswer ? `who answered ${textProblem(by)}` : "the answer is neither approved nor refused";
  throw faultOf("PolicyRuntimeViolation", step, `the checkpoint at turn ${at}: ${problem}`);
}
