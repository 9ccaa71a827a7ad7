import { type Digest, digestJson, digestText, type Sha256 } from "../digest/digest.ts";
import { DigestMemo } from "../digest/digest-memo.ts";
import { ProvenValues } from "../evidence/values.ts";
import type { CallSpecInput } from "../evidence/wire.ts";
import { compileGlob, type Glob } from "../gate/paths.ts";
import type { Json } from "../json/value.ts";
import { compileSchema, type SchemaCheck } from "../schema/json-schema-check.ts";
import { isValueRef } from "../schema/misfit.ts";
import { once } from "../turn/once.ts";
import { type PlainPolicies, plainPolicies } from "../turn/plain-policies.ts";
import { NO_VALUES, type TurnValues, withValues } from "../turn/turn-values.ts";
import { NO_EXAMPLES, specDigest } from "./spec-digest.ts";
import type { CatalogRow, SpecValues } from "./spec-values.ts";

/** The wire digests that depend on the policies alone. */
type PolicyDigests = Pick<
  CallSpecInput,
  | "mutationPolicyDigest"
  | "governancePolicyDigest"
  | "toolRenderProtocolDigest"
  | "reminderQueuePolicyDigest"
  | "stateViewPolicyDigest"
  | "decompositionPolicyDigest"
>;

/** Everything about a turn that depends on its policies alone: computed once, however many turns are bound to them. */
export interface PolicyParts {
  readonly values: SpecValues;
  readonly sha256: Sha256;
  readonly specDigest: Digest;
  readonly digests: PolicyDigests;
  readonly catalog: ReadonlyMap<string, CatalogRow>;
  readonly allow: ReadonlySet<string>;
  /** Schemas and examples that every turn brings along. */
  readonly given: TurnValues;
  readonly store: ProvenValues;
  /** The digest of a bound policy is known by identity: it is frozen. */
  readonly digest: (value: Json) => string;
  readonly textDigest: (text: string) => Digest;
  readonly schemaCheck: (schemaDigest: string) => SchemaCheck | undefined;
  readonly glob: (pattern: string) => Glob;
  /** No policy is named by its digest, so that a file of the turn resolves to these very values. */
  readonly resolved: boolean;
  /** Digests of what stays the same from turn to turn. */
  readonly memo: DigestMemo;
  /** Whether a turn under them was seen to hold: what looks at policies alone holds ever after. */
  readonly seen: { held: boolean };
  /** What they mean for plain turns; undefined where no turn under them is plain. */
  readonly plain: () => PlainPolicies | undefined;
}

/** Everything that is computed from policies whose form was checked and that are frozen. */
export function computedParts(values: SpecValues, sha256: Sha256, given: readonly Json[]): PolicyParts {
  const known = withValues(NO_VALUES, given, sha256);
  const store = new ProvenValues(new Map(Object.entries(known)), sha256);
  const digests = policyDigests(values, sha256);
  const parts = {
    values,
    sha256,
    specDigest: specDigest(values, sha256),
    digests: digests.wire,
    catalog: new Map(values.catalog.map((row) => [row.name, row])),
    allow: new Set(values.toolPolicy.allow),
    given: known,
    store,
    digest: (value: Json) => digests.known.get(value) ?? store.digestOf(value),
    textDigest: textDigests(sha256),
    schemaCheck: schemaChecks(store),
    glob: globs(),
    resolved: ![values.mutationPolicy, ...Object.values(values.governance.controlProfiles)].some(isValueRef),
    memo: new DigestMemo(sha256),
    seen: { held: false },
  };
  return Object.freeze({ ...parts, plain: once(() => plainPolicies(parts)) });
}

function policyDigests(
  values: SpecValues,
  sha256: Sha256,
): { readonly wire: PolicyDigests; readonly known: ReadonlyMap<unknown, Digest> } {
  const known = new Map<unknown, Digest>([[NO_EXAMPLES, digestJson(sha256, NO_EXAMPLES)]]);
  const digest = (policy: unknown): Digest => {
    // Policies are plain JSON by their form.
    const computed = digestJson(sha256, policy as Json);
    // A value that names another has the digest that it names, wherever a rule asks.
    if (typeof policy === "object" && !isValueRef(policy)) known.set(policy, computed);
    return computed;
  };
  return {
    known,
    wire: Object.freeze({
      mutationPolicyDigest: digest(values.mutationPolicy),
      governancePolicyDigest: digest(values.governance),
      toolRenderProtocolDigest: digest(values.renderProtocol),
      reminderQueuePolicyDigest: digest(values.reminderQueuePolicy),
      stateViewPolicyDigest: digest(values.stateViewPolicy),
      decompositionPolicyDigest: digest(values.decompositionPolicy),
    }),
  };
}

/** The digest of a text; that of the empty one, which every result without a payload has, is known. */
function textDigests(sha256: Sha256): PolicyParts["textDigest"] {
  const empty = digestText(sha256, "");
  return (text) => (text === "" ? empty : digestText(sha256, text));
}

/** Compiles each schema when it is first asked for. */
export function schemaChecks(values: {
  readonly get: (digest: string) => Json | undefined;
}): PolicyParts["schemaCheck"] {
  const checks = new Map<string, SchemaCheck | undefined>();
  return (schemaDigest) => {
    const known = checks.get(schemaDigest);
    if (known !== undefined || checks.has(schemaDigest)) return known;
    const schema = values.get(schemaDigest);
    const check = schema === undefined ? undefined : compileSchema(schema);
    checks.set(schemaDigest, check);
    return check;
  };
}

/** Compiles each glob when it is first asked for. */
export function globs(): PolicyParts["glob"] {
  const known = new Map<string, Glob>();
  return (pattern) => {
    const compiled = known.get(pattern) ?? compileGlob(pattern);
    known.set(pattern, compiled);
    return compiled;
  };
}
