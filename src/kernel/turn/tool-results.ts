import { NotJsonError } from "../digest/canonical.ts";
import type { Sha256 } from "../digest/digest.ts";
import { ROW_FITS } from "../evidence/read-tusk.ts";
import type { RequestEvidence, ResultEvidence } from "../evidence/tusk-evidence.ts";
import { TUSK_ROWS } from "../evidence/tusk-schema.ts";
import type { ToolRenderObservationInput, ToolResultInput } from "../evidence/wire.ts";
import type { FailClass } from "../gate/classes.ts";
import type { PayloadFact } from "../gate/facts.ts";
import { gather, NONE } from "../gate/gather.ts";
import { admit, InvariantError, refuse, refuseAny, type Verdict, type Violation } from "../gate/verdict.ts";
import { frozenCopy } from "../json/frozen.ts";
import { plainJson } from "../json/plain.ts";
import { isJsonObject, type Json } from "../json/value.ts";
import type { Sight } from "../schema/fits.ts";
import { findMisfit, type Misfit } from "../schema/misfit.ts";
import { type GuardedParts, guardedParts, guardedPlainly, type GuardedRequests } from "./guarded-requests.ts";
import { type Held, held, heldPlain } from "./held.ts";
import { type PlainResults, plainResults } from "./plain-results.ts";
import { settle, type Settled } from "./settled-row.ts";
import { NO_VALUES, type TurnValues, withValues } from "./turn-values.ts";

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
  /** What is known of each payload, in the same order. */
  readonly payloads: readonly (PayloadFact | undefined)[];
  readonly renders: readonly ToolRenderObservationInput[];
  /** What was shown, where it is not the payload itself. */
  readonly shownTexts: TurnValues;
}

const MINT = Symbol("ToolResults");
let heldBy: (results: ToolResults) => Held<PlainResults, ResultParts>;

/** Exactly one terminal result for every call, in call order. Minted by {@link settleResults} only. */
class ToolResults {
  readonly #parts: Held<PlainResults, ResultParts>;
  constructor(holds: Held<PlainResults, ResultParts>, mint: symbol) {
    if (mint !== MINT) throw new InvariantError("ToolResults are minted by settleResults only");
    this.#parts = holds;
    Object.freeze(this);
  }
  get callIds(): readonly string[] {
    return this.#parts.parts().results.map((row) => row.toolCallId);
  }
  static {
    // A friend of this file, not a member: nobody else reaches what a stage holds, and nobody can replace how.
    heldBy = (results) => results.#parts;
    Object.freeze(this.prototype);
  }
}
export type { ToolResults };

/** What a ToolResults holds. Throws where it is given anything that {@link settleResults} did not mint. */
export function resultParts(results: ToolResults): ResultParts {
  return heldBy(results).parts();
}

/** What plain ToolResults are made of; undefined for others. Throws as {@link resultParts} does. */
export function settledPlainly(results: ToolResults): PlainResults | undefined {
  return heldBy(results).plain;
}

/** Settles every call: a missing, second or foreign result is refused; rows come in call order, whatever finished first (K05). */
export function settleResults(requests: GuardedRequests, drafts: readonly ToolResultDraft[]): Verdict<ToolResults> {
  const guarded = guardedPlainly(requests);
  const plain = guarded === undefined ? undefined : plainResults(guarded, drafts);
  if (plain !== undefined) {
    const judge = (): Verdict<ResultParts> => settleAll(guardedParts(requests), plain.results);
    return admit(new ToolResults(heldPlain(plain, judge), MINT));
  }
  const judged = settleAll(guardedParts(requests), drafts);
  return judged.admitted ? admit(new ToolResults(held(judged.next), MINT)) : judged;
}

function settleAll(parts: GuardedParts, drafts: readonly ToolResultDraft[]): Verdict<ResultParts> {
  const refused = refuseAny(unpaired(parts.rows, drafts), gather(drafts, unexplained));
  if (refused !== undefined) return refused;
  const settled: Settled[] = [];
  for (const draft of inCallOrder(parts.rows, drafts)) {
    const row = settle(draft, parts);
    if (row instanceof NotJsonError) return refuse([wrong("tool.schema_invalid", draft.toolCallId, row.message)]);
    settled.push(row);
  }
  const results = settled.map((row) => row.result);
  const sight = { native: parts.usual && drafts.every(isUsualError) };
  const misfit = settled.every((row) => row.formed) ? undefined : formProblem(results, sight);
  if (misfit !== undefined)
    return refuse([{ ...wrong("tool.schema_invalid", misfit.path, misfit.problem), path: misfit.path }]);
  return admit({
    ...parts,
    usual: sight.native,
    results,
    wireResults: settled.map((row) => row.wire),
    resultDigests: settled.map((row) => row.payload?.digest),
    payloads: settled.map((row) => row.payload),
    renders: settled.map((row) => row.render),
    shownTexts: textsOf(settled, parts.sha256),
  });
}

/** What was shown, where it is not the payload itself. */
function textsOf(settled: readonly Settled[], sha256: Sha256): TurnValues {
  const texts = settled.flatMap(({ shown }) => shown ?? []);
  return texts.length === 0 ? NO_VALUES : withValues(NO_VALUES, texts, sha256);
}

/** A result that comes from outside may lack its form, whatever its type says. */
function formProblem(given: readonly ResultEvidence[], sight: Sight): Misfit | undefined {
  // Copied again, because rows that came as usual hold what is absent as undefined.
  const results = plainJson(given.map(frozenCopy));
  if (ROW_FITS.results(results, sight)) return undefined;
  return findMisfit(results, TUSK_ROWS.results.node, "evidence.tusk.results");
}

/** Calls without a result, results without a call, and calls with several. */
function unpaired(rows: readonly RequestEvidence[], drafts: readonly ToolResultDraft[]): readonly Violation[] {
  if (isInCallOrder(rows, drafts)) return NONE;
  const byId = Map.groupBy(drafts, (draft) => draft.toolCallId);
  const asked = new Set(rows.map((row) => row.toolCallId));
  return [
    ...rows.flatMap(({ toolCallId: id }) =>
      byId.has(id) ? [] : [wrong("tool.result_missing", id, "the call has no result")],
    ),
    ...[...byId].flatMap(([id, given]) => {
      if (!asked.has(id)) return [wrong("tool.result_orphan", id, "the result answers no call of this turn")];
      return given.length === 1 ? [] : [wrong("tool.result_orphan", id, `the call has ${given.length} results`)];
    }),
  ];
}

/** A failure that says nothing, and a success that says something. */
function unexplained({ outcome, error, toolCallId }: ToolResultDraft): readonly Violation[] {
  if ((outcome === "ok") === (error === undefined)) return NONE;
  const note = error === undefined ? "a failed call has no error" : "a call that is ok has an error";
  return [wrong("tool.schema_invalid", toolCallId, note)];
}

/** Whether an error is just what its type says, so that nothing else of it gets onto the wire. */
function isUsualError({ error }: ToolResultDraft): boolean {
  if (error === undefined) return true;
  if (!isJsonObject(plainJson(error)) || Object.keys(error).length !== 3) return false;
  const { errorCode, retryable, errorMessage } = error;
  return typeof errorCode === "string" && typeof retryable === "boolean" && typeof errorMessage === "string";
}

/** One result for each call, as it was asked for. Ids are unique among the calls, so that equal ones are enough. */
function isInCallOrder(rows: readonly RequestEvidence[], drafts: readonly ToolResultDraft[]): boolean {
  return rows.length === drafts.length && rows.every((row, at) => row.toolCallId === drafts[at]?.toolCallId);
}

function inCallOrder(rows: readonly RequestEvidence[], drafts: readonly ToolResultDraft[]): readonly ToolResultDraft[] {
  if (isInCallOrder(rows, drafts)) return drafts;
  const byId = new Map(drafts.map((draft) => [draft.toolCallId, draft]));
  return rows.flatMap((row) => byId.get(row.toolCallId) ?? []);
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

function wrong(failClass: FailClass, subject: string, note: string): Violation {
  return { class: failClass, answer: "stop", subject, path: "evidence.tusk.results", note };
}
