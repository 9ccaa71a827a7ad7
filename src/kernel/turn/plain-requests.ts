import type { Sha256 } from "../digest/digest.ts";
import { isTrimmed } from "../evidence/text.ts";
import { isValueRef } from "../schema/misfit.ts";
import { type CallSpec, specParts } from "../spec/call-spec.ts";
import type { PolicyParts } from "../spec/policy-parts.ts";
import type { PlainPolicies } from "./plain-policies.ts";
import type { UsualRequest } from "./usual-rows.ts";

/** The calls of a plain turn (see `held.ts`). */
export interface PlainRequests {
  readonly spec: CallSpec;
  readonly policies: PolicyParts;
  readonly plain: PlainPolicies;
  readonly requests: readonly UsualRequest[];
  readonly sha256: Sha256;
}

/** Requests that came as usual and bring no values, where every rule of stage R holds; undefined says nothing against them. */
export function plainRequests(
  spec: CallSpec,
  requests: readonly UsualRequest[],
  sha256: Sha256,
): PlainRequests | undefined {
  const { callSpec, policies } = specParts(spec);
  const plain = policies.sha256 === sha256 ? policies.plain() : undefined;
  if (plain === undefined || callSpec.actionMode !== "json" || !plain.patterns.has(callSpec.executionPattern))
    return undefined;
  if (requests.length > 1 && !areApart(requests, policies)) return undefined;
  for (const request of requests) if (!isPlainRequest(request, plain)) return undefined;
  return { spec, policies, plain, requests, sha256 };
}

/** Several calls: the transport carries them, each has an id of its own, and they stand as they were asked. */
function areApart(requests: readonly UsualRequest[], { values }: PolicyParts): boolean {
  if (!values.transportPolicy.parallelToolCalls) return false;
  const ids = new Set<string>();
  let last = -1;
  for (const { row } of requests) {
    if (row.index <= last) return false;
    last = row.index;
    ids.add(row.toolCallId);
  }
  return ids.size === requests.length;
}

/** One call, one action, by the model itself, of a tool whose schema its arguments satisfy. */
function isPlainRequest({ toolName, row }: UsualRequest, plain: PlainPolicies): boolean {
  const { actionId, adapterProfile, args, branch, toolCallId } = row;
  if (adapterProfile !== undefined || branch !== undefined || actionId !== toolCallId) return false;
  return isTrimmed(toolCallId) && !isValueRef(args) && plain.argsCheck(toolName)?.(args).length === 0;
}
