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
import { type ResultBase, type UsualResult, usualResult } from "./usual-result.ts";
import type { Open } from "./usual-rows.ts";

/** One result as it was settled: its row, its wire row, its rendering, and what is known of its payload. */
export interface Settled {
  /** undefined where there is none. */
  readonly payload: PayloadFact | undefined;
  /** The shown text, where it is not the payload itself. */
  readonly shown: string | undefined;
  /** The row was seen to have its form. */
  readonly formed: boolean;
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
  const usual = usualResult(draft);
  const { row, payload = null, shown, injectionPoint, error } = usual ?? apart(draft);
  const kept = payload === null ? undefined : keptPayload(payload, sha256);
  const whole = kept !== undefined && shown === kept.shownText;
  const sizes = { payloadBytes: kept?.bytes ?? 0, shownBytes: whole ? kept.bytes : utf8Length(shown) };
  const reminderRenderDigest = whole && kept.text === kept.shownText ? kept.digest : digestText(sha256, shown);
  const known = { cut: row.truncation !== undefined, whole: whole ? reminderRenderDigest : undefined };
  return {
    payload: kept && payloadFact(kept, known, sha256),
    // Without a payload there is nothing else to prove the text by, not even an empty one.
    shown: whole ? undefined : shown,
    formed: usual !== undefined,
    result: usual === undefined ? longRow(row, sizes) : wholeRow(usual.row, sizes),
    wire: wireResult(row, error, kept?.copy),
    render: Object.freeze({
      injectionPoint,
      operatorPayloadDigest: kept?.digest ?? handed.facts.textDigest(""),
      policyDigest: spec.wire.toolRenderProtocolDigest,
      reminderRenderDigest,
      toolCallId: row.toolCallId,
    }),
  };
}

type Sizes = Pick<ResultEvidence, "payloadBytes" | "shownBytes">;

/** The row of a result that came as usual, keys in canonical order. */
function wholeRow(row: Open<ResultBase>, { payloadBytes, shownBytes }: Sizes): ResultEvidence {
  const { artifacts, code, order, outcome, provenance, reads, seq, shell, surface, tokens, toolCallId } = row;
  const { truncation } = row;
  const whole: Open<ResultEvidence> = {
    artifacts,
    code,
    order,
    outcome,
    payloadBytes,
    provenance,
    reads,
    seq,
    shell,
    shownBytes,
    surface,
    tokens,
    toolCallId,
    truncation,
  };
  // Earned: every field was looked at.
  return Object.freeze(whole) as ResultEvidence;
}

/** Any other draft, taken apart. */
function apart({ payload, shown, injectionPoint, error, ...row }: ToolResultDraft): UsualResult {
  // Earned: what a draft lacks is undefined.
  return { row, payload, shown, injectionPoint, error } as UsualResult;
}

function longRow(row: Open<ResultBase>, sizes: Sizes): ResultEvidence {
  // Earned: its form is looked at when all results are there.
  return frozenCopy({ ...row, ...sizes }) as ResultEvidence;
}

/** The payload is there, so its digest is computed by whoever reads it. */
function wireResult(
  { toolCallId, outcome }: Pick<ResultBase, "toolCallId" | "outcome">,
  error: ToolResultDraft["error"],
  payload: Json | undefined,
): ToolResultInput {
  const status = outcome === "ok" ? "ok" : "error";
  if (error !== undefined)
    return Object.freeze({ ...error, toolCallId, status, ...(payload === undefined ? {} : { payload }) });
  return Object.freeze(payload === undefined ? { toolCallId, status } : { toolCallId, status, payload });
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
