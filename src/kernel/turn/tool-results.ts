import { digestJson, digestText } from "../digest/digest.ts";
import { canonicalJson, NotJsonError } from "../digest/canonical.ts";
import type { ResultEvidence } from "../evidence/tusk-evidence.ts";
import { TUSK_ROWS } from "../evidence/tusk-schema.ts";
import type { ToolRenderObservationInput, ToolResultInput } from "../evidence/wire.ts";
import { admit, InvariantError, refuse, type Verdict, type Violation } from "../gate/verdict.ts";
import type { FailClass } from "../gate/classes.ts";
import { frozenCopy, frozenJson } from "../json/frozen.ts";
import { utf8Length } from "../json/utf8-length.ts";
import type { Json } from "../json/value.ts";
import { findMisfit } from "../schema/misfit.ts";
import { type GuardedParts, guardedParts, type GuardedRequests } from "./guarded-requests.ts";
import { type TurnValues, withValues } from "./turn-values.ts";
import { plainJson } from "../json/plain.ts";

/** What a failed call says to a machine (001 §3.2). */
export interface ErrorDraft {
  readonly errorCode: string;
  readonly retryable: boolean;
  readonly errorMessage: string;
}

/** One terminal result: sizes, status and digests are computed from payload and shown text, never given. */
export type ToolResultDraft = Omit<ResultEvidence, "payloadBytes" | "shownBytes"> & {
  readonly payload?: Json;
  /** The text that the model (or the program) gets to see. */
  readonly shown: string;
  readonly injectionPoint: string;
  readonly error?: ErrorDraft;
};

/** What a ToolResults holds. */
export interface ResultParts extends GuardedParts {
  readonly results: readonly ResultEvidence[];
  readonly wireResults: readonly ToolResultInput[];
  /** The digest of each payload, in the order of the results; undefined where there is none. */
  readonly resultDigests: readonly (string | undefined)[];
  readonly renders: readonly ToolRenderObservationInput[];
  /** What was shown, where it is not the payload itself. */
  readonly shownTexts: TurnValues;
}

const MINT = Symbol("ToolResults");
let partsOf: (results: ToolResults) => ResultParts;

/** Exactly one terminal result for every call, in call order. Minted by {@link settleResults} only. */
class ToolResults {
  readonly #parts: ResultParts;
  constructor(parts: ResultParts, mint: symbol) {
    if (mint !== MINT) throw new InvariantError("ToolResults are minted by settleResults only");
    this.#parts = parts;
    Object.freeze(this);
  }
  get callIds(): readonly string[] {
    return this.#parts.results.map((row) => row.toolCallId);
  }
  static {
    // A friend of this file, not a member: nobody else reaches what a stage holds, and nobody can replace how.
    partsOf = (results) => results.#parts;
    Object.freeze(this.prototype);
  }
}
export type { ToolResults };

/** What a ToolResults holds. Throws where it is given anything that {@link settleResults} did not mint. */
export function resultParts(results: ToolResults): ResultParts {
  return partsOf(results);
}

/** Settles every call: a missing, second or foreign result is refused; rows come in call order, whatever finished first (K05). */
export function settleResults(requests: GuardedRequests, drafts: readonly ToolResultDraft[]): Verdict<ToolResults> {
  const parts = guardedParts(requests);
  const byId = Map.groupBy(drafts, (draft) => draft.toolCallId);
  const asked = new Set(requests.callIds);
  const [first, ...rest] = [
    ...requests.callIds.flatMap((id) =>
      byId.has(id) ? [] : [wrong("tool.result_missing", id, "the call has no result")],
    ),
    ...[...byId].flatMap(([id, rows]) => {
      if (!asked.has(id)) return [wrong("tool.result_orphan", id, "the result answers no call of this turn")];
      return rows.length === 1 ? [] : [wrong("tool.result_orphan", id, `the call has ${rows.length} results`)];
    }),
    ...drafts.flatMap((draft) => {
      const fits = (draft.outcome === "ok") === (draft.error === undefined);
      const note = draft.error === undefined ? "a failed call has no error" : "a call that is ok has an error";
      return fits ? [] : [wrong("tool.schema_invalid", draft.toolCallId, note)];
    }),
  ];
  if (first !== undefined) return refuse([first, ...rest]);
  const settled: Settled[] = [];
  for (const draft of requests.callIds.flatMap((id) => byId.get(id) ?? [])) {
    const row = settle(draft, parts);
    if (row instanceof NotJsonError) return refuse([wrong("tool.schema_invalid", draft.toolCallId, row.message)]);
    settled.push(row);
  }
  const results: Json = settled.map((row) => plainJson(row.result));
  const misfit = findMisfit(results, TUSK_ROWS.results.node, "evidence.tusk.results");
  // A result that comes from outside may lack its form, whatever its type says.
  if (misfit !== undefined)
    return refuse([{ ...wrong("tool.schema_invalid", misfit.path, misfit.problem), path: misfit.path }]);
  const next = {
    ...parts,
    results: settled.map((row) => row.result),
    wireResults: settled.map((row) => row.wire),
    resultDigests: settled.map((row) => row.resultDigest),
    renders: settled.map((row) => row.render),
    shownTexts: withValues(
      {},
      settled.flatMap((row) => row.shown ?? []),
      parts.sha256,
    ),
  };
  return admit(new ToolResults(next, MINT));
}

/** A result for a call whose end nobody saw: the effect is unknown, so it is neither failed nor denied (DESIGN 8, R11). */
export function interruptedResult(toolCallId: string, seq: number): ToolResultDraft {
  const errorMessage = "the run ended before this call did; whether it took effect is unknown";
  return {
    toolCallId,
    outcome: "interrupted",
    provenance: { kind: "route", ref: "replay" },
    seq,
    shown: "",
    injectionPoint: "tool_response",
    error: { errorCode: "Interrupted", retryable: false, errorMessage },
  };
}

interface Settled {
  readonly resultDigest: string | undefined;
  /** The shown text, where it is not the payload itself. */
  readonly shown: string | undefined;
  readonly result: ResultEvidence;
  readonly wire: ToolResultInput;
  readonly render: ToolRenderObservationInput;
}

/** A settled row; or the error, where payload or shown text have no digest. */
function settle(draft: ToolResultDraft, parts: GuardedParts): Settled | NotJsonError {
  try {
    return settledRow(draft, parts);
  } catch (stop) {
    if (stop instanceof NotJsonError) return stop;
    throw stop;
  }
}

function settledRow(draft: ToolResultDraft, { sha256, spec }: GuardedParts): Settled {
  const { payload = null, shown, injectionPoint, error, ...row } = draft;
  const { toolCallId } = row;
  const text = payload === null ? "" : payloadText(payload);
  const resultDigest = payload === null ? undefined : digestJson(sha256, payload);
  return {
    resultDigest,
    // Without a payload there is nothing else to prove the text by, not even an empty one.
    shown: payload !== null && shown === text ? undefined : shown,
    result: frozenCopy({ ...row, payloadBytes: utf8Length(text), shownBytes: utf8Length(shown) }),
    wire: Object.freeze({
      ...error,
      toolCallId,
      status: row.outcome === "ok" ? "ok" : "error",
      // The payload is there, so its digest is computed by whoever reads it.
      ...(payload === null ? {} : { payload: frozenJson(payload) }),
    }),
    render: Object.freeze({
      toolCallId,
      operatorPayloadDigest: resultDigest ?? digestText(sha256, ""),
      reminderRenderDigest: digestText(sha256, shown),
      injectionPoint,
      policyDigest: spec.wire.toolRenderProtocolDigest,
    }),
  };
}

/** A text payload counts as it is, anything else in its canonical form. */
function payloadText(payload: Json): string {
  return typeof payload === "string" ? payload : canonicalJson(payload);
}

function wrong(failClass: FailClass, subject: string, note: string): Violation {
  return { class: failClass, answer: "stop", subject, path: "evidence.tusk.results", note };
}
