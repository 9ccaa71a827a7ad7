import { frozenNativeCopy, NOT_NATIVE } from "../digest/native-copy.ts";
import {
  countPresent,
  isObject,
  isPlainCount,
  isPlainDigest,
  isPlainObject,
  isPlainText,
  isPlainTextOrAbsent,
} from "../digest/plain-object.ts";
import { isPlainList } from "../digest/plain-list.ts";
import type { GuardEvidence, PermissionEvidence, RequestEvidence } from "../evidence/tusk-evidence.ts";
import type { AskedRow } from "../gate/facts.ts";
import type { Json } from "../json/value.ts";
import type { GuardStage } from "../spec/spec-values.ts";
import type { ToolRequestDraft } from "./tool-requests.ts";

/*
 * Rows as they usually come: checked and copied in one pass, each part read once. A copy has the form of its row, keys in
 * canonical order, what is absent undefined, so that the native writer writes it canonically, and nobody can change it. undefined
 * says nothing against a row: it goes the long way, which says all there is to say.
 */

/** A row whose absent fields are there as undefined. */
export type Open<Row> = {
  readonly [F in keyof Row]-?: object extends Pick<Row, F> ? Row[F] | undefined : Row[F];
};

/** A request: the name of its tool, and its row. */
export interface UsualRequest {
  readonly toolName: string;
  readonly row: AskedRow;
}

/** Calls that were searched for, or that a program made, go the long way. */
export function usualRequest(given: ToolRequestDraft | undefined): UsualRequest | undefined {
  if (!isObject(given)) return undefined;
  const { actionId, adapterProfile, args, block, branch, index, providerCallId, repairs, toolCallId, toolName } = given;
  if (!isPlainObject(given, 8 + countPresent(adapterProfile, branch))) return undefined;
  if (!isPlainText(actionId) || !isPlainText(providerCallId) || !isPlainText(toolCallId)) return undefined;
  if (!isPlainText(toolName) || !isPlainCount(index)) return undefined;
  if (!isPlainTextOrAbsent(adapterProfile) || !isPlainTextOrAbsent(branch)) return undefined;
  const from = usualBlock(block);
  const repaired = usualRepairs(repairs);
  const copy = frozenNativeCopy(args);
  if (from === undefined || repaired === undefined || copy === NOT_NATIVE) return undefined;
  const row: Open<AskedRow> = {
    actionId,
    adapterProfile,
    // Earned: a copy is JSON.
    args: copy as Json,
    block: from,
    branch,
    callerEdge: undefined,
    index,
    providerCallId,
    repairs: repaired,
    searchRef: undefined,
    toolCallId,
  };
  // Earned: every field was looked at.
  return { toolName, row: Object.freeze(row) as AskedRow };
}

function usualBlock(given: AskedRow["block"]): AskedRow["block"] | undefined {
  if (!isPlainObject(given, 2)) return undefined;
  const { n, replyDigest } = given;
  return isPlainCount(n) && isPlainDigest(replyDigest) ? Object.freeze({ n, replyDigest }) : undefined;
}

const NO_REPAIRS: AskedRow["repairs"] = Object.freeze([]);

function usualRepairs(given: AskedRow["repairs"]): AskedRow["repairs"] | undefined {
  if (!isPlainList(given)) return undefined;
  if (given.length === 0) return NO_REPAIRS;
  const copy: AskedRow["repairs"][number][] = [];
  for (const repair of given) {
    if (!isPlainObject(repair, 2)) return undefined;
    const { field, rule } = repair;
    if (!isPlainText(field) || !isPlainText(rule)) return undefined;
    copy.push(Object.freeze({ field, rule }));
  }
  return Object.freeze(copy);
}

const DECISIONS: ReadonlySet<unknown> = new Set<PermissionEvidence["decision"]>([
  "allow",
  "approved",
  "deny",
  "refused",
  "expired",
]);

/** The last word on a permission question. */
export function usualPermission(given: PermissionEvidence): PermissionEvidence | undefined {
  if (!isObject(given)) return undefined;
  const { approvalRef, decision, ruleId } = given;
  if (!isPlainObject(given, 2 + countPresent(approvalRef)) || !DECISIONS.has(decision)) return undefined;
  if (!isPlainText(ruleId) || !isPlainTextOrAbsent(approvalRef)) return undefined;
  const row: Open<PermissionEvidence> = { approvalRef, decision, ruleId };
  // Earned: every field was looked at.
  return Object.freeze(row) as PermissionEvidence;
}

/** A row that {@link usualRequest} gave, with the last word on it. */
export function permitted(row: AskedRow, permission: PermissionEvidence): RequestEvidence {
  const { actionId, adapterProfile, args, block, branch, callerEdge, index } = row;
  const { providerCallId, repairs, searchRef, toolCallId } = row;
  const whole: Open<RequestEvidence> = {
    actionId,
    adapterProfile,
    args,
    block,
    branch,
    callerEdge,
    index,
    permission,
    providerCallId,
    repairs,
    searchRef,
    toolCallId,
  };
  // Earned: it is the row and a permission.
  return Object.freeze(whole) as RequestEvidence;
}

const GUARD_DECISIONS: ReadonlySet<unknown> = new Set<GuardEvidence["decision"]>(["pass", "trigger", "error"]);
const GUARD_STAGES: ReadonlySet<unknown> = new Set<GuardStage>(["pre_flight", "input", "output"]);

/** A decision of a guardrail; one with a threshold goes the long way, because a threshold may be any number. */
export function usualGuard(given: GuardEvidence | undefined): GuardEvidence | undefined {
  if (!isObject(given)) return undefined;
  const { decision, guardrailId, inputDigest, modelRef, scope, seq, stage } = given;
  if (!isPlainObject(given, 6 + countPresent(modelRef))) return undefined;
  if (!GUARD_DECISIONS.has(decision) || !GUARD_STAGES.has(stage)) return undefined;
  if (!isPlainText(guardrailId) || !isPlainText(scope) || !isPlainTextOrAbsent(modelRef)) return undefined;
  if (!isPlainDigest(inputDigest) || !isPlainCount(seq)) return undefined;
  const row: Open<GuardEvidence> = {
    decision,
    guardrailId,
    inputDigest,
    modelRef,
    scope,
    seq,
    stage,
    threshold: undefined,
  };
  // Earned: every field was looked at.
  return Object.freeze(row) as GuardEvidence;
}
