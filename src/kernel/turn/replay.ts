import type { Sha256 } from "../digest/digest.ts";
import type { Refusal, Verdict } from "../gate/verdict.ts";
import { bindSpec, type CallSpec, type CallSpecDraft } from "../spec/call-spec.ts";
import { type GuardDecisions, type GuardedRequests, guardRequests } from "./guarded-requests.ts";
import { closeJoin, type JoinClosed, type TurnClosing } from "./join-closed.ts";
import { admitRequests, type RequestDraft, type ToolRequests } from "./tool-requests.ts";
import { interruptedResult, settleResults, type ToolResultDraft, type ToolResults } from "./tool-results.ts";
import { disposeResults, type ToolUse, type UseDraft } from "./tool-use.ts";

/** What a journal keeps of a turn: the drafts that went through the doors, in order. */
export type TurnRow =
  | { readonly kind: "spec.bound"; readonly draft: CallSpecDraft }
  | { readonly kind: "requests.admitted"; readonly draft: RequestDraft }
  | { readonly kind: "requests.guarded"; readonly decisions: GuardDecisions }
  | { readonly kind: "tool.settled"; readonly result: ToolResultDraft }
  | { readonly kind: "results.disposed"; readonly draft: UseDraft }
  | { readonly kind: "join.closed"; readonly closing: TurnClosing };

/** The furthest stage that the rows prove. */
export type ReplayedTurn =
  | { readonly stage: "Empty" }
  | { readonly stage: "CallSpec"; readonly at: CallSpec }
  | { readonly stage: "ToolRequests"; readonly at: ToolRequests }
  | { readonly stage: "GuardedRequests"; readonly at: GuardedRequests; readonly settled: readonly ToolResultDraft[] }
  | { readonly stage: "ToolResults"; readonly at: ToolResults }
  | { readonly stage: "ToolUse"; readonly at: ToolUse }
  | { readonly stage: "JoinClosed"; readonly at: JoinClosed };

/** A turn in a stage that a live turn could reach; or the row that no live turn could have written. */
export type Replay =
  | { readonly ok: true; readonly turn: ReplayedTurn }
  | { readonly ok: false; readonly row: number; readonly reason: string; readonly refusal?: Refusal };

/** Folds rows through the same doors that a live turn goes through, so that a resumed turn is in no other stage (K01). */
export function replayTurn(rows: readonly TurnRow[], sha256: Sha256): Replay {
  let turn: ReplayedTurn = { stage: "Empty" };
  for (const [at, row] of rows.entries()) {
    const step: Step = apply(turn, row, sha256);
    if (step.kind === "out_of_order")
      return { ok: false, row: at, reason: `${row.kind} cannot follow the stage ${turn.stage}` };
    if (step.kind === "refused") return { ok: false, row: at, reason: `${row.kind} is refused`, refusal: step.refusal };
    turn = step.turn;
  }
  return { ok: true, turn };
}

/** Settles every call that a crash left open as interrupted: never run again, never called rejected (R11). */
export function settleInterrupted(
  { at, settled }: Extract<ReplayedTurn, { stage: "GuardedRequests" }>,
  nextSeq: number,
): Verdict<ToolResults> {
  const answered = new Set(settled.map((result) => result.toolCallId));
  const open = at.callIds.filter((id) => !answered.has(id));
  return settleResults(at, [...settled, ...open.map((id, step) => interruptedResult(id, nextSeq + step))]);
}

type Step =
  | { readonly kind: "reached"; readonly turn: ReplayedTurn }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "out_of_order" };

const OUT_OF_ORDER: Step = { kind: "out_of_order" };

function apply(turn: ReplayedTurn, row: TurnRow, sha256: Sha256): Step {
  switch (row.kind) {
    case "spec.bound":
      return turn.stage !== "Empty"
        ? OUT_OF_ORDER
        : through(bindSpec(row.draft, sha256), (at) => ({ stage: "CallSpec", at }));
    case "requests.admitted":
      return turn.stage !== "CallSpec"
        ? OUT_OF_ORDER
        : through(admitRequests(turn.at, row.draft, sha256), (at) => ({ stage: "ToolRequests", at }));
    case "requests.guarded":
      return turn.stage !== "ToolRequests"
        ? OUT_OF_ORDER
        : through(guardRequests(turn.at, row.decisions), (at) =>
            settleWhenDone({ stage: "GuardedRequests", at, settled: [] }),
          );
    case "tool.settled":
      return turn.stage !== "GuardedRequests" ? OUT_OF_ORDER : settleOne(turn, row.result);
    case "results.disposed":
      return turn.stage !== "ToolResults"
        ? OUT_OF_ORDER
        : through(disposeResults(turn.at, row.draft), (at) => ({ stage: "ToolUse", at }));
    case "join.closed":
      return turn.stage !== "ToolUse"
        ? OUT_OF_ORDER
        : through(closeJoin(turn.at, row.closing), (at) => ({ stage: "JoinClosed", at }));
    default:
      // A file got here; a row of a kind that nobody writes follows nothing.
      row satisfies never;
      return OUT_OF_ORDER;
  }
}

type Guarded = Extract<ReplayedTurn, { stage: "GuardedRequests" }>;

/** One more result; with the last one the turn has its results. A result nobody asked for is refused at once. */
function settleOne({ at, settled }: Guarded, result: ToolResultDraft): Step {
  const results = [...settled, result];
  const known = new Set(at.callIds);
  const distinct = new Set(results.map((row) => row.toolCallId));
  const fits = distinct.size === results.length && known.has(result.toolCallId);
  if (fits && results.length < known.size)
    return { kind: "reached", turn: { stage: "GuardedRequests", at, settled: results } };
  return through(settleResults(at, results), (next) => ({ stage: "ToolResults", at: next }));
}

/** A turn without calls has its results as soon as it is guarded. */
function settleWhenDone(turn: Guarded): ReplayedTurn {
  if (turn.at.callIds.length > 0) return turn;
  const settled = settleResults(turn.at, []);
  return settled.admitted ? { stage: "ToolResults", at: settled.next } : turn;
}

function through<Next>(verdict: Verdict<Next>, reached: (next: Next) => ReplayedTurn): Step {
  return verdict.admitted
    ? { kind: "reached", turn: reached(verdict.next) }
    : { kind: "refused", refusal: verdict.refusal };
}
