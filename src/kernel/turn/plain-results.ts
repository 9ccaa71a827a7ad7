import { nativeCopy, NOT_NATIVE } from "../digest/native-copy.ts";
import { isObject, isPlainCount, isPlainObject } from "../digest/plain-object.ts";
import { utf8Length } from "../json/utf8-length.ts";
import type { Json } from "../json/value.ts";
import { isValueRef } from "../schema/misfit.ts";
import type { PlainGuarded } from "./plain-guarded.ts";
import type { ToolResultDraft } from "./tool-results.ts";
import { usualProvenance } from "./usual-result.ts";

/** Plain calls with their results, in call order (see `held.ts`). */
export interface PlainResults extends PlainGuarded {
  readonly results: readonly ToolResultDraft[];
}

/** Results that are all well and shown as they are, one for each call and in its order; undefined says nothing against them. */
export function plainResults(guarded: PlainGuarded, given: readonly ToolResultDraft[]): PlainResults | undefined {
  const { spec, policies, plain, requests, sha256, permissions } = guarded;
  if (!Array.isArray(given) || given.length !== requests.length) return undefined;
  const results: ToolResultDraft[] = [];
  let last = -1;
  for (let at = 0; at < requests.length; at++) {
    const result = plainResult(given[at], guarded);
    const { order = -1 } = result ?? {};
    if (result === undefined || result.toolCallId !== requests[at]?.row.toolCallId || order <= last) return undefined;
    last = order;
    results.push(result);
  }
  return { spec, policies, plain, requests, sha256, permissions, results };
}

/** A copy of one result, each part read once. It has these eight parts and no other: no error, no cut, no trace of anything but a payload. */
function plainResult(
  given: ToolResultDraft | undefined,
  { plain, policies }: PlainGuarded,
): ToolResultDraft | undefined {
  if (!isObject(given)) return undefined;
  const { injectionPoint, order, outcome, payload: paid, provenance, seq, shown, toolCallId } = given;
  if (!isPlainObject(given, 8) || outcome !== "ok" || !isPlainCount(seq) || !isPlainCount(order)) return undefined;
  if (typeof shown !== "string" || typeof toolCallId !== "string" || !plain.points.has(injectionPoint))
    return undefined;
  const from = usualProvenance(provenance);
  const payload = nativeCopy(paid);
  if (from === undefined || payload === NOT_NATIVE || payload === null || isValueRef(payload)) return undefined;
  if (shown !== (typeof payload === "string" ? payload : JSON.stringify(payload))) return undefined;
  if (!fits(shown, policies.values.truncationPolicy.maxBytes)) return undefined;
  // Earned: a copy is JSON.
  return { injectionPoint, order, outcome, payload: payload as Json, provenance: from, seq, shown, toolCallId };
}

/** No more bytes than that. */
function fits(text: string, maxBytes: number): boolean {
  // No code unit has more than three bytes.
  return text.length * 3 <= maxBytes || utf8Length(text) <= maxBytes;
}
