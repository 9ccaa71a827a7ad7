import { NotJsonError } from "../digest/canonical.ts";
import { type Digest, digestText, type Sha256 } from "../digest/digest.ts";
import type { ResultEvidence } from "../evidence/tusk-evidence.ts";
import type { ToolRenderObservationInput, ToolResultInput } from "../evidence/wire.ts";
import type { PayloadFact } from "../gate/facts.ts";
import { frozenCopy, frozenText } from "../json/frozen.ts";
import { utf8Length } from "../json/utf8-length.ts";
import type { Json } from "../json/value.ts";
import type { GuardedParts } from "./guarded-requests.ts";
import type { ToolResultDraft } from "./tool-results.ts";

/** One result as it was settled: its row, its wire row, its rendering, and what is known of its payload. */
export interface Settled {
  /** undefined where there is none. */
  readonly payload: PayloadFact | undefined;
  /** The shown text, where it is not the payload itself. */
  readonly shown: string | undefined;
  readonly result: ResultEvidence;
  readonly wire: ToolResultInput;
  readonly render: ToolRenderObservationInput;
}

/** A settled row; or the error, where payload or shown text have no digest. */
export function settle(draft: ToolResultDraft, parts: GuardedParts): Settled | NotJsonError {
  try {
    return settledRow(draft, parts);
  } catch (stop) {
    if (stop instanceof NotJsonError) return stop;
    throw stop;
  }
}

function settledRow(draft: ToolResultDraft, { sha256, spec, handed }: GuardedParts): Settled {
  const { payload = null, shown, injectionPoint, error, ...row } = draft;
  const { toolCallId, truncation } = row;
  const kept = payload === null ? undefined : keptPayload(payload, sha256);
  const whole = kept !== undefined && shown === kept.shownText;
  const shownBytes = whole ? kept.bytes : utf8Length(shown);
  const result = frozenCopy({ ...row, payloadBytes: kept?.bytes ?? 0, shownBytes });
  const reminderRenderDigest = whole && kept.text === kept.shownText ? kept.digest : digestText(sha256, shown);
  return {
    payload:
      kept &&
      payloadFact(kept, { cut: truncation !== undefined, whole: whole ? reminderRenderDigest : undefined }, sha256),
    // Without a payload there is nothing else to prove the text by, not even an empty one.
    shown: whole ? undefined : shown,
    result,
    wire: Object.freeze({
      ...error,
      toolCallId,
      status: row.outcome === "ok" ? "ok" : "error",
      // The payload is there, so its digest is computed by whoever reads it.
      ...(kept === undefined ? {} : { payload: kept.copy }),
    }),
    render: Object.freeze({
      toolCallId,
      operatorPayloadDigest: kept?.digest ?? handed.facts.textDigest(""),
      reminderRenderDigest,
      injectionPoint,
      policyDigest: spec.wire.toolRenderProtocolDigest,
    }),
  };
}

/** A payload, frozen and measured: a text counts as it is, anything else in its canonical form. */
interface KeptPayload {
  readonly copy: Json;
  /** The canonical form, which the digest is of. */
  readonly text: string;
  readonly shownText: string;
  readonly digest: Digest;
  readonly bytes: number;
}

function keptPayload(payload: Json, sha256: Sha256): KeptPayload {
  const { copy, text } = frozenText(payload);
  const shownText = typeof payload === "string" ? payload : text;
  return { copy, text, shownText, digest: digestText(sha256, text), bytes: utf8Length(shownText) };
}

/** What the gate will know of a payload. `whole`: the digest of its text, where the model was shown just that. */
function payloadFact(
  { copy, digest, bytes, shownText }: KeptPayload,
  { cut, whole }: { readonly cut: boolean; readonly whole: Digest | undefined },
  sha256: Sha256,
): PayloadFact {
  const textDigest = typeof copy === "string" ? (whole ?? digestText(sha256, shownText)) : undefined;
  return { digest, bytes, textDigest, text: cut ? shownText : undefined };
}
