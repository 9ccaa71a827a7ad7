import { canonicalJson, NotJsonError } from "../digest/canonical.ts";
import type { Digest, Sha256 } from "../digest/digest.ts";
import { admit, InvariantError, refuse, type Verdict, type Violation } from "../gate/verdict.ts";
import { frozenCopy } from "../json/frozen.ts";
import { plainJson } from "../json/plain.ts";
import type { Json } from "../json/value.ts";
import { findMisfit, isValueRef, type Misfit } from "../schema/misfit.ts";
import { computedParts, type PolicyParts } from "./policy-parts.ts";
import { repeatedTool } from "./spec-digest.ts";
import { SPEC_INPUT } from "./spec-schema.ts";
import type { SpecValues } from "./spec-values.ts";

const MINT = Symbol("BoundValues");
let partsOf: (bound: BoundValues) => PolicyParts;

/** Policies with everything that is computed from them alone. Minted by {@link bindValues} only. */
class BoundValues {
  readonly #parts: PolicyParts;
  constructor(parts: PolicyParts, mint: symbol) {
    if (mint !== MINT) throw new InvariantError("BoundValues are minted by bindValues only");
    this.#parts = parts;
    Object.freeze(this);
  }
  get values(): SpecValues {
    return this.#parts.values;
  }
  /** The digest of all of them: by it rows name what they are bound to. */
  get specDigest(): Digest {
    return this.#parts.specDigest;
  }
  static {
    // A friend of this file, not a member: nobody else reaches what it holds, and nobody can replace how.
    partsOf = (bound) => bound.#parts;
    Object.freeze(this.prototype);
  }
}
export type { BoundValues };

/** What BoundValues hold. Throws where it is given anything that {@link bindValues} did not mint. */
export function policyParts(bound: BoundValues): PolicyParts {
  return partsOf(bound);
}

/** Binds policies once for many turns, with the schemas and examples of their tools; fails closed as `bindSpec` does. */
export function bindValues(values: SpecValues, sha256: Sha256, given: readonly Json[] = []): Verdict<BoundValues> {
  const [first, ...rest] = valuesProblems(values);
  if (first !== undefined) return refuse([first, ...rest]);
  try {
    // What JSON cannot say would be lost in the copy.
    canonicalJson(plainJson(values));
    return admit(new BoundValues(computedParts(frozenCopy(values), sha256, given), MINT));
  } catch (stop) {
    if (!(stop instanceof NotJsonError)) throw stop;
    return refuse([{ ...draftProblem("draft", stop.message), path: "draft" }]);
  }
}

/** Everything that is wrong with policies; the compiler sees most of it, a draft from a file comes unseen. */
export function valuesProblems(values: SpecValues | undefined): readonly Violation[] {
  const misfit = findMisfit(values as unknown as Json | undefined, SPEC_INPUT.node, "values") ?? referenceIn(values);
  if (misfit !== undefined) return [draftProblem(misfit.path, misfit.problem)];
  const repeated = values === undefined ? undefined : repeatedTool(values.catalog);
  return repeated === undefined ? [] : [draftProblem("values.catalog", `names ${repeated} twice`)];
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

/** Why a draft cannot be bound. */
export function draftProblem(path: string, note: string): Violation {
  return { class: "tool.schema_invalid", answer: "stop", subject: path, path: `draft.${path}`, note };
}
