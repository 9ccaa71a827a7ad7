import { canonicalJson } from "../digest/canonical.ts";
import type { Sha256 } from "../digest/digest.ts";
import { isJsonObject, type Json } from "../json/value.ts";
import { compileFits, type Fits, type Sight } from "../schema/fits.ts";
import { findMisfit, isValueRef } from "../schema/misfit.ts";
import type { Schema, ValueRef } from "../schema/schema.ts";
import { ATTESTATION, CATALOG, SPEC_INPUT } from "../spec/spec-schema.ts";
import { repeatedTool, specDigest } from "../spec/spec-digest.ts";
import type { SpecInput, SpecValues } from "../spec/spec-values.ts";
import type { NormalizedEvidence } from "./normalized.ts";
import { type Pairing, pairRows, placesOf } from "./pairing.ts";
import { NotNormal } from "./rows.ts";
import type { TuskEvidence, TuskInput } from "./tusk-evidence.ts";
import { TUSK_FRAME, TUSK_INPUT, TUSK_ROWS } from "./tusk-schema.ts";
import { type ValueLookup, ValueStore } from "./values.ts";
import type { TypestateEvidenceInput } from "./wire.ts";

/** `evidence.tusk`, read: form checked, references of the spec resolved, values checked against their digests. */
export interface ReadTusk {
  readonly tusk: TuskEvidence;
  readonly values: ValueStore;
  /** The digest of the spec with every reference resolved. */
  readonly specDigest: string;
  /** Digests by which the spec and its parts were named. */
  readonly specRefs: ReadonlySet<string>;
  /** The rows stand in canonical order already, so that the native writer writes them canonically. */
  readonly native: boolean;
}

/** Reads `evidence.tusk`; throws {@link NotNormal} where the form does not hold (CONTRACT-EVIDENCE §1). */
export function readTusk(given: Json, sha256: Sha256, lookup?: ValueLookup): ReadTusk {
  const sight = { native: true };
  const input = fittedTusk(given, sight);
  const values = new ValueStore(input.values ?? {}, sha256, lookup);
  const specRefs = new Set<string>();
  const spec = resolveSpec(input.spec, values, specRefs);
  const repeated = repeatedTool(spec.catalog);
  if (repeated !== undefined) throw new NotNormal(`evidence.tusk.spec.catalog names ${repeated} twice`);
  const { values: _inline, ...rest } = input;
  return { tusk: { ...rest, spec }, values, specDigest: specDigest(spec, sha256), specRefs, native: sight.native };
}

/** The identity of a turn, derived from session, bound values and index: a changed policy is another call (K03, R25). */
export function deriveCallId(
  turn: { readonly sessionId: string; readonly index: number },
  spec: string,
  sha256: Sha256,
): string {
  const { sessionId: session, index } = turn;
  // A spec is a digest and an index a count, so that both write themselves.
  const text = `{"session":${sessionText(session)},"spec":"${spec}","turn":${index}}`;
  return `call1_${sha256(text)}`;
}

/** The last session and its canonical text: the turns of one session follow each other. */
let lastSession = { session: "", text: '""' };

function sessionText(session: string): string {
  if (session !== lastSession.session) lastSession = { session, text: canonicalJson(session) };
  return lastSession.text;
}

/** Every surface of `evidence.tusk` beside its wire rows. */
export interface PairedTusk {
  readonly requests: Pairing;
  readonly results: Pairing;
  readonly use: Pairing;
}

/** Pairs wire rows and tusk rows one to one; throws {@link NotNormal} where they do not, or the call id does not derive. */
export function pairWithWire(
  { tusk, specDigest: spec }: ReadTusk,
  wire: NormalizedEvidence,
  raw: TypestateEvidenceInput,
  sha256: Sha256,
): PairedTusk {
  const derived = deriveCallId(tusk.turn, spec, sha256);
  if (wire.callSpec.callId !== derived) {
    const found = wire.callSpec.callId;
    throw new NotNormal(`evidence.tusk.turn and evidence.tusk.spec derive callId ${derived}, callSpec has ${found}`);
  }
  for (const surface of ["toolRequests", "toolResults", "toolUse", "toolRender"] as const) {
    // The reference collapses equal rows; where rows are evidence of their own, one call has one row.
    if ((raw[surface]?.length ?? 0) !== (wire[surface]?.length ?? 0))
      throw new NotNormal(`evidence.tusk: evidence.${surface} repeats a toolCallId`);
  }
  if ((tusk.handoff === undefined) !== (wire.handoff === undefined)) {
    const [there, absent] = wire.handoff === undefined ? ["tusk.handoff", "handoff"] : ["handoff", "tusk.handoff"];
    throw new NotNormal(`evidence.tusk: evidence.${there} is there and evidence.${absent} is not`);
  }
  const seqs = new Set<number>();
  const repeatedSeq = tusk.guards.findIndex(({ seq }) => seqs.size === seqs.add(seq).size);
  // It is the number of a journal row: with two of one number, nobody knows which decision came first.
  if (repeatedSeq >= 0) throw new NotNormal(`evidence.tusk.guards[${repeatedSeq}].seq repeats another guard's`);
  const { requestedCallIds = [], resultCallIds = [], usedCallIds = [] } = wire.joinState;
  const requests = pairRows("requests", tusk.requests, "toolRequests", placesOf(requestedCallIds));
  const results = pairRows("results", tusk.results, "toolResults", placesOf(resultCallIds, requests.places));
  const use = pairRows("use", tusk.use, "toolUse", placesOf(usedCallIds, results.places));
  return { requests, results, use };
}

function resolveSpec(given: SpecInput | ValueRef, values: ValueStore, refs: Set<string>): SpecValues {
  const named = <T>(value: T): T => {
    if (isValueRef(value)) refs.add(value.$digest);
    return value;
  };
  const spec = dereferenced(named(given), SPEC_INPUT, values, "evidence.tusk.spec");
  const catalog = dereferenced(named(spec.catalog), CATALOG, values, "evidence.tusk.spec.catalog");
  const { attestation: probes, ...sandbox } = spec.sandbox;
  const attestation = dereferenced(named(probes), ATTESTATION, values, "evidence.tusk.spec.sandbox.attestation");
  const free = (value: Json, path: string): Json => {
    const resolved = values.resolve(named(value));
    if (resolved === undefined)
      throw new NotNormal(`evidence.tusk.spec.${path} names a value that is not among the values`);
    return resolved;
  };
  const profiles = Object.entries(spec.governance.controlProfiles).map(([tier, profile]) => {
    return [tier, free(profile, `governance.controlProfiles.${tier}`)];
  });
  const governance = { ...spec.governance, controlProfiles: Object.fromEntries(profiles) };
  return {
    ...spec,
    catalog,
    sandbox: { ...sandbox, attestation },
    mutationPolicy: free(spec.mutationPolicy, "mutationPolicy"),
    governance,
  };
}

/** What the whole verdict rests on must be there: without it no call id derives, so a missing one is no verdict. */
function dereferenced<T>(given: T | ValueRef, schema: Schema<T>, values: ValueStore, path: string): T {
  if (!isValueRef(given)) return given;
  const value = values.get(given.$digest);
  if (value === undefined) throw new NotNormal(`${path} names ${given.$digest}, which is not among the values`);
  return fitted(value, schema, path);
}

/** The forms of the rows, made ready for many. */
export const ROW_FITS: { readonly [R in keyof typeof TUSK_ROWS]: Fits } = {
  requests: compileFits(TUSK_ROWS.requests.node),
  results: compileFits(TUSK_ROWS.results.node),
  use: compileFits(TUSK_ROWS.use.node),
  guards: compileFits(TUSK_ROWS.guards.node),
};

/** Rows are looked at once and fast; only what does not fit is gone through again for the place and the reason. */
function fittedTusk(given: Json, sight: Sight): TuskInput {
  const { requests, results, use, guards, ...frame } = isJsonObject(given) ? given : {};
  const rowsFit =
    ROW_FITS.requests(requests, sight) &&
    ROW_FITS.results(results, sight) &&
    ROW_FITS.use(use, sight) &&
    ROW_FITS.guards(guards, sight);
  if (!rowsFit) return fitted(given, TUSK_INPUT, "evidence.tusk");
  fitted(frame, TUSK_FRAME, "evidence.tusk");
  // Earned: rows and frame are all there is.
  return given as unknown as TuskInput;
}

function fitted<T>(value: Json, schema: Schema<T>, path: string): T {
  const misfit = findMisfit(value, schema.node, path);
  if (misfit !== undefined) throw new NotNormal(`${misfit.path} ${misfit.problem}`);
  // Earned: the form names every field of `T` and refuses all others.
  return value as T;
}
