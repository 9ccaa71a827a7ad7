import {
  closeJoin,
  type ContinuationDecision,
  disposeResults,
  type GuardedRequests,
  type JoinClosed,
  settleResults,
  type ToolResultDraft,
  type TurnClosing,
  type UseDraft,
  type Verdict,
} from "#kernel";
import { settleContinuation } from "./checkpoint.ts";
import { closingOf } from "./closing.ts";
import { assertUndenied, denialBy } from "./decide-calls.ts";
import { through, TurnRefusal, TurnStopped } from "./fault.ts";
import { isPending } from "./is-pending.ts";
import { keepWitnesses, type KeptWitnesses } from "./keep-witnesses.ts";
import type { Run } from "./run.ts";

/** What a turn was made of. */
export interface TurnEnd {
  readonly guarded: GuardedRequests;
  readonly results: readonly ToolResultDraft[];
  readonly stopReason: string;
}

/** A turn that closed, and whether another one may follow. */
export interface ClosedTurn {
  readonly join: JoinClosed;
  readonly continuation: ContinuationDecision;
}

const USE: UseDraft = {};
const NOTHING = {};

/** From results to a closed turn: settle, use, join (DESIGN 9-11). Durable when it resolves, and told. */
export async function closeTurn(run: Run, { guarded, results, stopReason }: TurnEnd): Promise<ClosedTurn> {
  const settled = through(settleResults(guarded, results), false); //                                  9 settle
  const { step } = run.state;
  const draft = run.setting.intends?.({ step, stopReason, results }) ?? USE;
  const use = through(disposeResults(settled, draft), false); //                                       10 use
  const deciding = settleContinuation(run, stopReason);
  const continuation = isPending(deciding) ? await deciding : deciding;
  const guarding = closingOf(run, stopReason, continuation);
  const closing = isPending(guarding) ? await guarding : guarding;
  if (results.length === 0) assertUndenied(run, closing.guards);
  const join = joined(closeJoin(use, closing), closing); //                                            11 join
  // The gate reads a word of the wire more kindly than the loop may act on it.
  if (continuation.kind === "unhandled") throw new TurnStopped(continuation, step);
  const evidence = evidenceOf(run, join);
  run.record({ kind: "join.closed", step, use: draft, closing, ...evidence });
  run.walk.newestJoin = join;
  if (draft.intent !== undefined) run.walk.intended = { join, ...evidence };
  const { evidenceDigest } = evidence;
  run.tell(evidenceDigest === undefined ? { kind: "StepClosed", step } : { kind: "StepClosed", step, evidenceDigest });
  const writing = run.durable();
  if (writing !== undefined) await writing;
  return { join, continuation };
}

/** The join; where a guardrail spoke against what came out, the results are not shown to anybody who goes on (R20). */
function joined(verdict: Verdict<JoinClosed>, { guards }: TurnClosing): JoinClosed {
  if (verdict.admitted) return verdict.next;
  throw new TurnRefusal(verdict.refusal, false, denialBy(guards));
}

/** What the row says of the evidence: digests are computed where rows outlive the process, and where witnesses are kept. */
function evidenceOf(
  { setting }: Run,
  join: JoinClosed,
): { readonly evidenceDigest?: string; readonly witnesses?: KeptWitnesses } {
  if (setting.evidence === "on_demand") return NOTHING;
  const { evidenceDigest } = join;
  const { witnesses: store, policies } = setting;
  if (store === undefined) return { evidenceDigest };
  return { evidenceDigest, witnesses: keepWitnesses(store, join, policies.specDigest) };
}
