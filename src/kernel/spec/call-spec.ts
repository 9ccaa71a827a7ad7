import { canonicalJson, NotJsonError } from "../digest/canonical.ts";
import type { Sha256 } from "../digest/digest.ts";
import { frozenNativeCopy, NOT_NATIVE } from "../digest/native-copy.ts";
import { isObject, isPlainCount, isPlainObject, isPlainText } from "../digest/plain-object.ts";
import type { NormalizedCallSpec } from "../evidence/normalized.ts";
import { deriveCallId } from "../evidence/read-tusk.ts";
import { trimmed } from "../evidence/text.ts";
import type { CallSpecInput } from "../evidence/wire.ts";
import { admit, InvariantError, refuse, type Verdict, type Violation } from "../gate/verdict.ts";
import { frozenCopy } from "../json/frozen.ts";
import { plainJson } from "../json/plain.ts";
import { isJsonObject, type Json } from "../json/value.ts";
import { findMisfit } from "../schema/misfit.ts";
import { count, record, text } from "../schema/schema.ts";
import type { ActionMode } from "./action-mode.ts";
import { ACTION_MODES } from "./action-mode.ts";
import { type BoundValues, draftProblem, policyParts, valuesProblems } from "./bound-values.ts";
import { EXECUTION_PATTERNS, type ExecutionPattern } from "./execution-pattern.ts";
import { NORMALIZER_ID } from "./normalizer.ts";
import { computedParts, type PolicyParts } from "./policy-parts.ts";
import type { SpecValues } from "./spec-values.ts";

/** What a turn is to be bound to: policies as values. Digests and the call id are computed, so there is no field for them. */
export interface CallSpecDraft {
  readonly turn: { readonly sessionId: string; readonly index: number };
  readonly modelRef: string;
  readonly actionMode: ActionMode;
  readonly executionPattern: ExecutionPattern;
  readonly values: SpecValues;
}

/** What a turn adds to policies that are bound already. */
export type TurnDraft = Omit<CallSpecDraft, "values">;

/** What a CallSpec holds. */
export interface SpecParts {
  readonly turn: CallSpecDraft["turn"];
  readonly wire: CallSpecInput;
  /** The wire as normalisation leaves it. */
  readonly callSpec: NormalizedCallSpec;
  readonly policies: PolicyParts;
}

const MINT = Symbol("CallSpec");
let partsOf: (given: object) => SpecParts | undefined;

/** One turn's binding: every policy value and the digests computed from them. Minted by {@link bindSpec} and {@link bindTurn} only. */
class CallSpec {
  readonly #bound: SpecParts;
  readonly #wire: CallSpecInput;
  constructor(parts: SpecParts, mint: symbol) {
    if (mint !== MINT) throw new InvariantError("a CallSpec is minted by bindSpec only");
    this.#bound = parts;
    this.#wire = parts.wire;
    Object.freeze(this);
  }
  get turn(): CallSpecDraft["turn"] {
    return this.#bound.turn;
  }
  get values(): SpecValues {
    return this.#bound.policies.values;
  }
  /** The eleven fields of seed 001, as they stand in evidence. */
  get wire(): CallSpecInput {
    return this.#wire;
  }
  static {
    // A friend of this file, not a member: nobody else reaches what it holds, and nobody can replace how.
    partsOf = (given) => (#bound in given ? given.#bound : undefined);
    Object.freeze(this.prototype);
  }
}
export type { CallSpec };

/** What a CallSpec holds. Throws where it is given anything that no door here minted, look-alikes included. */
export function specParts(spec: CallSpec): SpecParts {
  const parts = partsOf(spec);
  if (parts === undefined) throw new InvariantError("a CallSpec is minted by bindSpec only");
  return parts;
}

/** The spec itself. Throws where it is given anything that no door here minted. */
export function mintedSpec(spec: CallSpec): CallSpec {
  specParts(spec);
  return spec;
}

/** Binds a draft: fails closed on a missing or malformed field, digests every policy, derives the call id (K01, K03, R25). */
export function bindSpec(draft: CallSpecDraft, sha256: Sha256): Verdict<CallSpec> {
  const [first, ...rest] = [...turnProblems(draft, DRAFT_FIELDS), ...valuesProblems(valuesOf(draft))];
  if (first !== undefined) return refuse([first, ...rest]);
  return refusingNotJson(() => {
    // What JSON cannot say would be lost in the copy.
    canonicalJson(plainJson(draft));
    const kept = frozenCopy(draft);
    return minted(kept, computedParts(kept.values, sha256, []));
  });
}

/** Binds one more turn to policies that are bound already: one digest, and nothing of the policies is looked at again (K03). */
export function bindTurn(bound: BoundValues, draft: TurnDraft): Verdict<CallSpec> {
  const policies = policyParts(bound);
  const usual = usualTurn(draft);
  if (usual !== undefined) return admit(minted(usual, policies));
  const [first, ...rest] = turnProblems(draft, TURN_FIELDS);
  if (first !== undefined) return refuse([first, ...rest]);
  return refusingNotJson(() => {
    const kept = frozenNativeCopy(draft);
    if (kept === NOT_NATIVE) canonicalJson(plainJson(draft));
    // Earned: the form was looked at, and the copy is the draft.
    return minted(kept === NOT_NATIVE ? frozenCopy(draft) : (kept as TurnDraft), policies);
  });
}

/** A turn as it usually comes, each part read once; undefined says nothing against it. */
function usualTurn(given: TurnDraft): TurnDraft | undefined {
  if (!isObject(given)) return undefined;
  const { turn: place, modelRef, actionMode, executionPattern } = given;
  if (!isPlainObject(given, 4) || !isObject(place) || !isPlainText(modelRef) || trimmed(modelRef) === "")
    return undefined;
  const { index, sessionId } = place;
  if (!isPlainObject(place, 2) || !isPlainCount(index) || !isPlainText(sessionId) || trimmed(sessionId) === "")
    return undefined;
  const areListed = Object.hasOwn(ACTION_MODES, actionMode) && Object.hasOwn(EXECUTION_PATTERNS, executionPattern);
  if (!areListed || typeof actionMode !== "string" || typeof executionPattern !== "string") return undefined;
  return { turn: Object.freeze({ index, sessionId }), modelRef, actionMode, executionPattern };
}

function refusingNotJson(bind: () => CallSpec): Verdict<CallSpec> {
  try {
    return admit(bind());
  } catch (stop) {
    if (!(stop instanceof NotJsonError)) throw stop;
    return refuse([{ ...draftProblem("draft", stop.message), path: "draft" }]);
  }
}

function minted({ turn, modelRef: given, actionMode, executionPattern }: TurnDraft, policies: PolicyParts): CallSpec {
  const { digests, sha256, specDigest } = policies;
  const callId = deriveCallId(turn, specDigest, sha256);
  const modelRef = trimmed(given);
  const normalizerId = NORMALIZER_ID;
  // Nothing is left to normalise: the words were looked up, the digests computed, the model trimmed.
  const wire: NormalizedCallSpec = {
    actionMode,
    callId,
    decompositionPolicyDigest: digests.decompositionPolicyDigest,
    executionPattern,
    governancePolicyDigest: digests.governancePolicyDigest,
    modelRef,
    mutationPolicyDigest: digests.mutationPolicyDigest,
    normalizerId,
    reminderQueuePolicyDigest: digests.reminderQueuePolicyDigest,
    stateViewPolicyDigest: digests.stateViewPolicyDigest,
    toolRenderProtocolDigest: digests.toolRenderProtocolDigest,
  };
  return new CallSpec({ turn, wire: Object.freeze(wire), callSpec: wire, policies }, MINT);
}

const TURN = record<CallSpecDraft["turn"]>({ sessionId: text, index: count });

/** Every field of a turn; a new one that is not here does not compile. */
const TURN_FIELDS: { readonly [F in keyof TurnDraft]: true } = {
  turn: true,
  modelRef: true,
  actionMode: true,
  executionPattern: true,
};

/** Every field of a draft. */
const DRAFT_FIELDS: { readonly [F in keyof CallSpecDraft]: true } = { ...TURN_FIELDS, values: true };

/** Everything that is wrong with a turn; the compiler sees most of it, a draft from a file comes unseen. */
function turnProblems(given: TurnDraft, fields: Readonly<Record<string, true>>): readonly Violation[] {
  const draft: Partial<TurnDraft> = isJsonObject(given) ? given : {};
  const { turn, modelRef, actionMode, executionPattern } = draft;
  const problems: Violation[] = [];
  for (const key of Object.keys(draft))
    if (!Object.hasOwn(fields, key)) problems.push(draftProblem(key, "is no field of a draft"));
  if (findMisfit(turn, TURN.node, "turn") !== undefined || trimmed(turn?.sessionId ?? "") === "")
    problems.push(draftProblem("turn", "a turn has a session and an index from 0"));
  if (typeof modelRef !== "string" || trimmed(modelRef) === "")
    problems.push(draftProblem("modelRef", "no model is bound"));
  if (typeof actionMode !== "string" || !Object.hasOwn(ACTION_MODES, actionMode))
    problems.push(draftProblem("actionMode", `one of ${Object.keys(ACTION_MODES).join(", ")} is due`));
  if (typeof executionPattern !== "string" || !Object.hasOwn(EXECUTION_PATTERNS, executionPattern))
    problems.push(draftProblem("executionPattern", `one of ${Object.keys(EXECUTION_PATTERNS).join(", ")} is due`));
  return problems;
}

function valuesOf(draft: CallSpecDraft): SpecValues | undefined {
  return isJsonObject(draft as unknown as Json | undefined) ? draft.values : undefined;
}
