import { missingFromEnvelope, saysError } from "../../../evidence/error-envelope.ts";
import { trimmed } from "../../../evidence/text.ts";
import { gather, NONE } from "../../gather.ts";
import type { EvidenceAt, Finding } from "../../rule.ts";

type Wire = EvidenceAt["wire"];

/** A requested call has no terminal result. */
export function resultMissing({ input, evidence }: Wire): readonly Finding[] {
  const ids = evidence.joinState.missingResultCallIds;
  if (ids === undefined) return NONE;
  const at = rowPaths("toolRequests", input.evidence.toolRequests);
  return ids.map((id) => {
    return { subject: id, path: at(id), note: `call ${id} was requested and has no result` };
  });
}

/** A result belongs to no request. */
export function resultOrphan({ input, evidence }: Wire): readonly Finding[] {
  const ids = evidence.joinState.orphanResultCallIds;
  if (ids === undefined) return NONE;
  const at = rowPaths("toolResults", input.evidence.toolResults);
  return ids.map((id) => {
    return { subject: id, path: at(id), note: `result ${id} answers no request of this turn` };
  });
}

/** A result has no disposition. */
export function useMissing({ input, evidence }: Wire): readonly Finding[] {
  const ids = evidence.joinState.missingUseCallIds;
  if (ids === undefined) return NONE;
  const at = rowPaths("toolResults", input.evidence.toolResults);
  return ids.map((id) => {
    return { subject: id, path: at(id), note: `result ${id} has no toolUse row that says what became of it` };
  });
}

/** A disposition names a result that is not there. */
export function useWithoutResult({ input, evidence }: Wire): readonly Finding[] {
  const ids = evidence.joinState.unknownUseCallIds;
  if (ids === undefined) return NONE;
  const at = rowPaths("toolUse", input.evidence.toolUse);
  return ids.map((id) => {
    return { subject: id, path: at(id), note: `toolUse ${id} uses a result that does not exist` };
  });
}

/** The turn as a whole is open. */
export function joinIncomplete({ evidence }: Wire): readonly Finding[] {
  const { joinState, callSpec } = evidence;
  if (joinState.joinClosed) return NONE;
  const counts = [
    [joinState.missingResultCallIds, "without result"],
    [joinState.orphanResultCallIds, "without request"],
    [joinState.missingUseCallIds, "without use"],
    [joinState.unknownUseCallIds, "used but not there"],
  ] as const;
  const open = counts.flatMap(([ids, what]) => (ids === undefined ? [] : [`${ids.length} ${what}`]));
  return [{ subject: callSpec.callId, path: "evidence", note: `the turn is not closed: ${open.join(", ")}` }];
}

/** A failed row does not say so to a machine: code, retryable and message, all three (seed 001, 3.2). */
export function schemaInvalid({ input }: Wire): readonly Finding[] {
  return gather(input.evidence.toolResults ?? [], (row, index) => {
    const lacking = saysError(row) ? missingFromEnvelope(row) : [];
    if (lacking.length === 0) return NONE;
    const subject = trimmed(row.toolCallId);
    return [
      {
        subject,
        path: `evidence.toolResults[${index}]`,
        note: `the error envelope of ${subject} lacks ${lacking.join(", ")}`,
      },
    ];
  });
}

/** The caller declares that a required truncation was not done as the policy says. */
export function truncationPolicyViolation({ input, evidence }: Wire): readonly Finding[] {
  const constraints = input.truncationConstraints;
  if (constraints?.required !== true || constraints.valid === true) return [];
  const note = "truncation is required and was declared not valid";
  return [{ subject: evidence.callSpec.callId, path: "truncationConstraints.valid", note }];
}

export function noTruncationRequired({ input }: Wire): string | undefined {
  return input.truncationConstraints?.required === true ? undefined : "truncationConstraints.required is not set";
}

/** Finds the file's row for a normalised id; the index is built once, and only when something tripped. */
function rowPaths(
  surface: string,
  rows: readonly { readonly toolCallId: string }[] | undefined,
): (id: string) => string {
  let index: Map<string, number> | undefined;
  return (id) => {
    index ??= new Map((rows ?? []).map((row, at) => [trimmed(row.toolCallId), at] as const).toReversed());
    return `evidence.${surface}[${index.get(id) ?? "?"}]`;
  };
}
