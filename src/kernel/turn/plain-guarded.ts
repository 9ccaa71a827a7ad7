import { isObject } from "../digest/plain-object.ts";
import type { PermissionEvidence } from "../evidence/tusk-evidence.ts";
import { present } from "../evidence/text.ts";
import type { GuardDecisions } from "./guarded-requests.ts";
import type { PlainRequests } from "./plain-requests.ts";
import { usualPermission } from "./usual-rows.ts";

/** Plain calls that may run, with the last word on each (see `held.ts`). */
export interface PlainGuarded extends PlainRequests {
  readonly permissions: readonly PermissionEvidence[];
}

/** Calls that are all permitted, where no guardrail looked and none had to; undefined says nothing against them. */
export function plainGuarded(asked: PlainRequests, given: GuardDecisions): PlainGuarded | undefined {
  if (!isObject(given)) return undefined;
  const { permissions: words, guards } = given;
  if (!isObject(words) || !Array.isArray(guards) || guards.length > 0) return undefined;
  const { spec, policies, plain, requests, sha256 } = asked;
  const permissions: PermissionEvidence[] = [];
  for (const { row } of requests) {
    const word = Object.hasOwn(words, row.toolCallId) ? words[row.toolCallId] : undefined;
    const permission = word === undefined ? undefined : usualPermission(word);
    if (permission === undefined || !isPermitted(permission)) return undefined;
    permissions.push(permission);
  }
  return { spec, policies, plain, requests, sha256, permissions };
}

function isPermitted({ decision, approvalRef }: PermissionEvidence): boolean {
  return decision === "allow" || (decision === "approved" && present(approvalRef) !== undefined);
}

/** The same as they were given. */
export function decisionsOf({ requests, permissions }: PlainGuarded): GuardDecisions {
  const words = requests.flatMap(({ row }, at): readonly [string, PermissionEvidence][] => {
    const permission = permissions[at];
    if (permission === undefined) return [];
    const { approvalRef, decision, ruleId } = permission;
    return [[row.toolCallId, approvalRef === undefined ? { decision, ruleId } : { approvalRef, decision, ruleId }]];
  });
  return { permissions: Object.fromEntries(words), guards: [] };
}
