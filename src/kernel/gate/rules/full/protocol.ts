import { present } from "../../../evidence/text.ts";
import { byCodePoint } from "../../../digest/order.ts";
import { decideContinuation } from "../../../turn/stop-reason.ts";
import type { ResultFact, TurnFacts } from "../../facts.ts";
import { gather, NONE } from "../../gather.ts";
import type { Finding } from "../../rule.ts";
import { resultPath } from "./result.ts";

/** The model stopped for a reason the bound policy does not handle. */
export function stopReasonUnhandled({ callSpec, evidence, spec }: TurnFacts): readonly Finding[] {
  const { stopReason } = evidence.protocolState;
  const { handled } = spec.protocolPolicy;
  if (Object.hasOwn(handled, stopReason)) return NONE;
  const note = `stop reason "${stopReason}" is none of ${Object.keys(handled).join(", ") || "nothing"}`;
  return [{ subject: callSpec.callId, path: "evidence.protocolState.stopReason", note }];
}

/** The loop goes on where the policy says stop, past the last turn, or past a checkpoint nobody approved (R15). */
export function continuationBarred({ callSpec, evidence, spec, tusk }: TurnFacts): readonly Finding[] {
  const { stopReason, continuationAllowed } = evidence.protocolState;
  if (!continuationAllowed) return NONE;
  const decision = decideContinuation({
    stopReason,
    handled: spec.protocolPolicy.handled,
    turnIndex: tusk.turn.index,
    maxTurns: spec.stopPolicy.maxTurns,
    checkpoints: spec.stopPolicy.checkpoints,
    approvals: (tusk.checkpoints ?? []).filter(({ approvalRef }) => present(approvalRef) !== undefined),
  });
  const subject = callSpec.callId;
  if (decision.kind === "stop") {
    const why = decision.why === "max_turns" ? "the last turn was reached" : `the policy stops at ${stopReason}`;
    return [{ subject, path: "evidence.protocolState.continuationAllowed", note: `the loop goes on, but ${why}` }];
  }
  if (decision.kind !== "checkpoint") return NONE;
  const note = `the checkpoint at turn ${decision.at} was not approved`;
  return [{ subject, path: "evidence.tusk.checkpoints", note }];
}

/** The provider was told that a tool must be called, and none was. */
export function nothingCalled({ callSpec, requests, spec }: TurnFacts): readonly Finding[] {
  if (spec.toolChoice.kind !== "any" || requests.length > 0) return NONE;
  return [{ subject: callSpec.callId, path: "evidence.toolRequests", note: "a call was due and none was made" }];
}

/** Several calls of the model in one turn, which is one reply, while the transport carries one. */
export function parallelCallsBarred({ requests, resultOf, spec }: TurnFacts): readonly Finding[] {
  if (spec.transportPolicy.parallelToolCalls) return NONE;
  const calls = requests.filter(({ id, row }) => row.callerEdge === undefined && resultOf.has(id));
  const [first] = calls.toSorted((a, b) => a.row.index - b.row.index || byCodePoint(a.id, b.id));
  return gather(calls, (call) => {
    if (call === first) return NONE;
    const note = "one reply made several calls, the transport policy allows one";
    return [{ subject: call.id, path: `evidence.tusk.requests[${call.at}].block`, note }];
  });
}

/** Results were handed to the model in another order than it asked, or nobody says in which. */
export function handedOutOfOrder({ evidence, results, spec }: TurnFacts): readonly Finding[] {
  if (spec.transportPolicy.order !== "strict") return NONE;
  const handed = results.filter((result) => isHanded(result, evidence.protocolState.continuationAllowed));
  const inOrder = handed.toSorted((a, b) => askedAt(a) - askedAt(b) || byCodePoint(a.id, b.id));
  let last = -1;
  return gather(inOrder, (result) => {
    const { id: subject, row } = result;
    const path = resultPath(result, "order");
    if (row.order === undefined) return [{ subject, path, note: `nobody says when ${subject} was handed over` }];
    if (row.order <= last)
      return [{ subject, path, note: `${subject} was handed over before a call that was asked first` }];
    last = row.order;
    return NONE;
  });
}

/** A model's call with a result: it is handed over where it has an order, and has to be where the loop goes on. */
function isHanded({ request, row }: ResultFact, continues: boolean): boolean {
  if (request === undefined || request.row.callerEdge !== undefined) return false;
  return continues || row.order !== undefined;
}

function askedAt({ request }: ResultFact): number {
  return request?.row.index ?? 0;
}
