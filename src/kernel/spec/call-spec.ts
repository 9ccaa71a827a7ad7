import { canonicalJson, NotJsonError } from "../digest/canonical.ts";
import { digestJson, type Sha256 } from "../digest/digest.ts";
import { deriveCallId } from "../evidence/read-tusk.ts";
import { trimmed } from "../evidence/text.ts";
import type { CallSpecInput } from "../evidence/wire.ts";
import { admit, InvariantError, refuse, type Verdict, type Violation } from "../gate/verdict.ts";
import { frozenCopy } from "../json/frozen.ts";
import { isJsonObject, type Json } from "../json/value.ts";
import { findMisfit, isValueRef, type Misfit } from "../schema/misfit.ts";
import { count, record, text } from "../schema/schema.ts";
import type { ActionMode } from "./action-mode.ts";
import { ACTION_MODES } from "./action-mode.ts";
import { EXECUTION_PATTERNS, type ExecutionPattern } from "./execution-pattern.ts";
import { NORMALIZER_ID } from "./normalizer.ts";
import { repeatedTool, specDigest } from "./spec-digest.ts";
import { SPEC_INPUT } from "./spec-schema.ts";
import type { SpecValues } from "./spec-values.ts";
import { plainJson } from "../json/plain.ts";

/** What a turn is to be bound to: policies as values. Digests and the call id are computed, so there is no field for them. */
export interface CallSpecDraft {
  readonly turn: { readonly sessionId: string; readonly index: number };
  readonly modelRef: string;
  readonly actionMode: ActionMode;
  readonly executionPattern: ExecutionPattern;
  readonly values: SpecValues;
}

const MINT = Symbol("CallSpec");
let isMinted: (given: object) => boolean;

/** One turn's binding: every policy value and the digests computed from them. Minted by {@link bindSpec} only. */
class CallSpec {
  readonly #draft: CallSpecDraft;
  readonly #wire: CallSpecInput;
  constructor(draft: CallSpecDraft, wire: CallSpecInput, mint: symbol) {
    if (mint !== MINT) throw new InvariantError("a CallSpec is minted by bindSpec only");
    this.#draft = draft;
    this.#wire = wire;
    Object.freeze(this);
  }
  get turn(): CallSpecDraft["turn"] {
    return this.#draft.turn;
  }
  get values(): SpecValues {
    return this.#draft.values;
  }
  /** The eleven fields of seed 001, as they stand in evidence. */
  get wire(): CallSpecInput {
    return this.#wire;
  }
  static {
    isMinted = (given) => #draft in given;
    Object.freeze(this.prototype);
  }
}
export type { CallSpec };

/** The spec itself. Throws where it is given anything that {@link bindSpec} did not mint, look-alikes included. */
export function mintedSpec(spec: CallSpec): CallSpec {
  if (!isMinted(spec)) throw new InvariantError("a CallSpec is minted by bindSpec only");
  return spec;
}

/** Binds a draft: fails closed on a missing or malformed field, digests every policy, derives the call id (K01, K03, R25). */
export function bindSpec(draft: CallSpecDraft, sha256: Sha256): Verdict<CallSpec> {
  const [first, ...rest] = draftProblems(draft);
  if (first !== undefined) return refuse([first, ...rest]);
  try {
    // What JSON cannot say would be lost in the copy.
    canonicalJson(plainJson(draft));
    const kept = frozenCopy(draft);
    return admit(new CallSpec(kept, Object.freeze(wireOf(kept, sha256)), MINT));
  } catch (stop) {
    if (!(stop instanceof NotJsonError)) throw stop;
    return refuse([{ ...problem("draft", stop.message), path: "draft" }]);
  }
}

function wireOf(
  { turn, modelRef, actionMode, executionPattern, values }: CallSpecDraft,
  sha256: Sha256,
): CallSpecInput {
  // Policies are plain JSON by their form.
  const digest = (value: unknown): string => digestJson(sha256, value as Json);
  return {
    callId: deriveCallId(turn, specDigest(values, sha256), sha256),
    modelRef: trimmed(modelRef),
    actionMode,
    executionPattern,
    normalizerId: NORMALIZER_ID,
    mutationPolicyDigest: digest(values.mutationPolicy),
    governancePolicyDigest: digest(values.governance),
    toolRenderProtocolDigest: digest(values.renderProtocol),
    reminderQueuePolicyDigest: digest(values.reminderQueuePolicy),
    stateViewPolicyDigest: digest(values.stateViewPolicy),
    decompositionPolicyDigest: digest(values.decompositionPolicy),
  };
}

const TURN = record<CallSpecDraft["turn"]>({ sessionId: text, index: count });

/** Every field of a draft; a new one that is not here does not compile. */
const DRAFT_FIELDS: { readonly [F in keyof CallSpecDraft]: true } = {
  turn: true,
  modelRef: true,
  actionMode: true,
  executionPattern: true,
  values: true,
};

/** Everything that is wrong with a draft; the compiler sees most of it, a draft from a file comes unseen. */
function draftProblems(given: CallSpecDraft): readonly Violation[] {
  const draft: Partial<CallSpecDraft> = isJsonObject(given as unknown as Json | undefined) ? given : {};
  const { turn, modelRef, actionMode, executionPattern, values } = draft;
  const problems = Object.keys(draft).flatMap((key) =>
    Object.hasOwn(DRAFT_FIELDS, key) ? [] : [problem(key, "is no field of a draft")],
  );
  if (findMisfit(turn, TURN.node, "turn") !== undefined || trimmed(turn?.sessionId ?? "") === "")
    problems.push(problem("turn", "a turn has a session and an index from 0"));
  if (typeof modelRef !== "string" || trimmed(modelRef) === "") problems.push(problem("modelRef", "no model is bound"));
  if (typeof actionMode !== "string" || !Object.hasOwn(ACTION_MODES, actionMode))
    problems.push(problem("actionMode", `one of ${Object.keys(ACTION_MODES).join(", ")} is due`));
  if (typeof executionPattern !== "string" || !Object.hasOwn(EXECUTION_PATTERNS, executionPattern))
    problems.push(problem("executionPattern", `one of ${Object.keys(EXECUTION_PATTERNS).join(", ")} is due`));
  const misfit = findMisfit(values as unknown as Json | undefined, SPEC_INPUT.node, "values") ?? referenceIn(values);
  if (misfit !== undefined) problems.push(problem(misfit.path, misfit.problem));
  const repeated = misfit === undefined && values !== undefined ? repeatedTool(values.catalog) : undefined;
  if (repeated !== undefined) problems.push(problem("values.catalog", `names ${repeated} twice`));
  return problems;
}

/** A file may name catalog and attestation by digest; a turn is bound to the values themselves. */
function referenceIn(values: SpecValues | undefined): Misfit | undefined {
  const named = [
    ["values.catalog", values?.catalog],
    ["values.sandbox.attestation", values?.sandbox.attestation],
  ] as const;
  const path = named.find(([, value]) => isValueRef(value))?.[0];
  return path === undefined ? undefined : { path, problem: "is named by its digest, and a draft holds the value" };
}

function problem(path: string, note: string): Violation {
  return { class: "tool.schema_invalid", answer: "stop", subject: path, path: `draft.${path}`, note };
}
