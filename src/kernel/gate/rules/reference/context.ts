import { NONE } from "../../gather.ts";
import type { EvidenceAt, Finding } from "../../rule.ts";

type Wire = EvidenceAt["wire"];

/** The next request could not show what it must: a result without rendering, or no state view at all. */
export function injectionPointMissing({ evidence }: Wire): readonly Finding[] {
  const { contextState, callSpec } = evidence;
  if (contextState.stateViewPresent && contextState.missingRenderCallIds === undefined) return NONE;
  const unseen = (contextState.missingRenderCallIds ?? []).map((id) => {
    return { subject: id, path: "evidence.toolRender", note: `result ${id} has no toolRender row` };
  });
  if (contextState.stateViewPresent) return unseen;
  return [...unseen, { subject: callSpec.callId, path: "evidence.stateViews", note: "there is no state view" }];
}

/** A rendering, queue or view was made under another policy than the bound one, or no queue was reduced. */
export function queuePolicyViolation({ evidence }: Wire): readonly Finding[] {
  const { callSpec, contextState } = evidence;
  const { queuePolicyValid, queueReductionPresent, renderPolicyValid, stateViewPolicyValid } = contextState;
  if (queuePolicyValid && queueReductionPresent && renderPolicyValid && stateViewPolicyValid) return NONE;
  const foreign = [
    ...strangers("toolRender", evidence.toolRender, (row) => row.toolCallId, callSpec.toolRenderProtocolDigest),
    ...strangers("reminderQueue", evidence.reminderQueue, (row) => row.queueId, callSpec.reminderQueuePolicyDigest),
    ...strangers("stateViews", evidence.stateViews, (row) => row.viewId, callSpec.stateViewPolicyDigest),
  ];
  if (queueReductionPresent) return foreign;
  return [
    { subject: callSpec.callId, path: "evidence.reminderQueue", note: "no reminder queue was reduced" },
    ...foreign,
  ];
}

/** Context is needed only when the loop goes on or a result was consumed (contract 1.4, first note). */
export function noContextNeeded({ evidence }: Wire): string | undefined {
  const consumed = evidence.toolUse?.some((row) => row.disposition === "consumed") ?? false;
  if (consumed || evidence.protocolState.continuationAllowed) return undefined;
  return "the turn does not continue and no result was consumed";
}

function strangers<Row extends { readonly policyDigest: string }>(
  surface: string,
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
  bound: string,
): readonly Finding[] {
  return (rows ?? []).flatMap((row) => {
    if (row.policyDigest === bound) return [];
    const note = `${keyOf(row)} was made under policy ${row.policyDigest}, bound is ${bound}`;
    return [{ subject: keyOf(row), path: `evidence.${surface}`, note }];
  });
}
