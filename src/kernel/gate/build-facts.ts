import { canonicalJson } from "../digest/canonical.ts";
import { digestText, type Sha256 } from "../digest/digest.ts";
import type { Normalization } from "../evidence/normalize.ts";
import { measurePayload, type PayloadSize } from "../evidence/normalize-rows.ts";
import type {
  NormalizedCallSpec,
  NormalizedToolRender,
  NormalizedToolRequest,
  NormalizedToolResult,
  NormalizedToolUse,
} from "../evidence/normalized.ts";
import { type Pairing, type Places, placesOf } from "../evidence/pairing.ts";
import type { PairedTusk, ReadTusk } from "../evidence/read-tusk.ts";
import { trimmed } from "../evidence/text.ts";
import type { RequestEvidence, UseEvidence } from "../evidence/tusk-evidence.ts";
import type { Values } from "../evidence/values.ts";
import type { JoinCheckInput, ToolResultInput } from "../evidence/wire.ts";
import type { Json } from "../json/value.ts";
import { globs, schemaChecks } from "../spec/policy-parts.ts";
import type { SpecValues } from "../spec/spec-values.ts";
import { namedInputs } from "../turn/disposition.ts";
import type {
  AskedRow,
  BoundFacts,
  CallLookup,
  Origin,
  PayloadFact,
  RequestFact,
  ResultFact,
  TurnFacts,
  UseFact,
  WireSurface,
} from "./facts.ts";

/** What the facts about a bound spec are made of. */
export interface BoundParts {
  readonly callSpec: NormalizedCallSpec;
  readonly spec: SpecValues;
  readonly values: Values;
  readonly input: Pick<JoinCheckInput, "evidence">;
}

/** The facts before any request: digests and schema checks are computed when a rule asks, once each. */
export function boundFacts({ callSpec, spec, values, input }: BoundParts, sha256: Sha256): BoundFacts {
  return {
    callSpec,
    spec,
    values,
    catalog: new Map(spec.catalog.map((row) => [row.name, row])),
    digest: (value) => values.digestOf(value),
    textDigest: (text) => digestText(sha256, text),
    wireRow: wireRows(input),
    schemaCheck: schemaChecks(values),
    glob: globs(),
  };
}

/** Requests with their wire rows and catalog rows. */
export interface RequestRows<Row extends AskedRow> {
  readonly requests: readonly RequestFact<Row>[];
  readonly requestOf: CallLookup<RequestFact<Row>>;
}

/** Pairs request rows with their wire rows. */
export function requestFacts<Row extends AskedRow>(
  bound: BoundFacts,
  rows: readonly Row[],
  wire: readonly NormalizedToolRequest[],
  { places, placeOf }: Pairing,
): RequestRows<Row> {
  const allow = new Set(bound.spec.toolPolicy.allow);
  const byPlace: RequestFact<Row>[] = [];
  const requests: RequestFact<Row>[] = [];
  for (const [at, row] of rows.entries()) {
    const place = placeOf[at] ?? -1;
    const wireRow = wire[place];
    if (wireRow === undefined) continue;
    const tool = wireRow.toolName;
    const entry = bound.catalog.get(tool);
    const fact = { id: row.toolCallId, tool, at, wire: wireRow, row, entry, allowed: allow.has(tool) };
    requests.push(fact);
    byPlace[place] = fact;
  }
  return { requests, requestOf: lookup(places, byPlace) };
}

/** What the facts about a whole turn are made of. */
export interface TurnParts {
  readonly input: JoinCheckInput;
  readonly normalization: Extract<Normalization, { ok: true }>;
  readonly read: ReadTusk;
  readonly paired: PairedTusk;
  readonly origin: Origin;
}

/** Everything a turn's evidence says, paired up call by call. */
export function turnFacts({ input, normalization, read, paired, origin }: TurnParts, sha256: Sha256): TurnFacts {
  const { evidence, payloads } = normalization;
  const { tusk, values } = read;
  const bound = boundFacts({ callSpec: evidence.callSpec, spec: tusk.spec, values, input }, sha256);
  const asked = requestFacts<RequestEvidence>(bound, tusk.requests, evidence.toolRequests ?? [], paired.requests);
  const { uses, useOf } = useFacts(tusk.use, evidence.toolUse ?? [], paired.use);
  const { renderOf } = renderFacts(evidence.toolRender ?? [], paired.results.places);
  const payloadOf = payloadFacts(input, payloads, { values, sha256 });
  const results: ResultFact[] = [];
  const byPlace: ResultFact[] = [];
  for (const [at, row] of tusk.results.entries()) {
    const place = paired.results.placeOf[at] ?? -1;
    const wire = evidence.toolResults?.[place];
    if (wire === undefined) continue;
    const id = row.toolCallId;
    const payload = payloadOf(wire, row.truncation !== undefined);
    const fact = {
      id,
      at,
      row,
      wire,
      request: asked.requestOf.get(id),
      use: useOf.get(id),
      render: renderOf(id),
      payload,
    };
    results.push(fact);
    byPlace[place] = fact;
  }
  const resultOf = lookup(paired.results.places, byPlace);
  const calls = { ...asked, results, resultOf, uses, consumersOf: namedInputs(tusk) };
  return { ...bound, ...calls, input, evidence, tusk, guards: tusk.guards, origin, ...retentionFacts(read, origin) };
}

/** What a zero-retention mode means for this turn. */
function retentionFacts(
  { specRefs, tusk, values }: ReadTusk,
  origin: Origin,
): Pick<TurnFacts, "withholds" | "ownValues"> {
  const ownValues = (): readonly string[] => {
    const ofCatalog = new Set(tusk.spec.catalog.flatMap((row) => [row.schemaDigest, row.exampleDigest]));
    return values.inline.filter((digest) => !ofCatalog.has(digest) && !specRefs.has(digest));
  };
  return { withholds: origin === "stored" && tusk.spec.governance.observability.mode !== "dashboard", ownValues };
}

function useFacts(
  rows: readonly UseEvidence[],
  wire: readonly NormalizedToolUse[],
  { places, placeOf }: Pairing,
): { readonly uses: readonly UseFact[]; readonly useOf: CallLookup<UseFact> } {
  const byPlace: UseFact[] = [];
  const uses: UseFact[] = [];
  for (const [at, row] of rows.entries()) {
    const place = placeOf[at] ?? -1;
    const wireRow = wire[place];
    if (wireRow === undefined) continue;
    const fact = { id: row.toolCallId, at, row, wire: wireRow };
    uses.push(fact);
    byPlace[place] = fact;
  }
  return { uses, useOf: lookup(places, byPlace) };
}

function renderFacts(
  renders: readonly NormalizedToolRender[],
  last: Places,
): { readonly renderOf: (id: string) => NormalizedToolRender | undefined } {
  const ids = renders.map((row) => row.toolCallId);
  const { get } = lookup(placesOf(ids, last), renders);
  return { renderOf: get };
}

function lookup<Fact>({ at }: Places, byPlace: readonly Fact[]): CallLookup<Fact> {
  const get = (id: string): Fact | undefined => {
    const place = at.get(id);
    return place === undefined ? undefined : byPlace[place];
  };
  return { get, has: (id) => get(id) !== undefined };
}

/** Finds the payload of a result: measured on the way, in the row, or among the values under the digest that the row names. */
function payloadFacts(
  { evidence }: Pick<JoinCheckInput, "evidence">,
  measured: ReadonlyMap<string, PayloadSize>,
  { values, sha256 }: { readonly values: Values; readonly sha256: Sha256 },
): (wire: NormalizedToolResult, cut: boolean) => PayloadFact | undefined {
  // What was measured on the way needs no second look, unless its text counts: it is one, or it was cut.
  const texts = payloadsOf(evidence, (row) => typeof row.payload === "string" || (row.resultDigest ?? "") !== "");
  let all: ReadonlyMap<string, Json> | undefined;
  const inline = (id: string, cut: boolean): Json | undefined =>
    texts.get(id) ?? (cut ? (all ??= payloadsOf(evidence, () => true)).get(id) : undefined);
  return ({ resultDigest, toolCallId }, cut) => {
    const size = measured.get(toolCallId);
    const value = inline(toolCallId, cut);
    if (value === undefined && size !== undefined) return { ...size, textDigest: undefined, text: undefined };
    const shown = value ?? (resultDigest === undefined ? undefined : values.get(resultDigest));
    if (shown === undefined) return undefined;
    const { digest, bytes } = size ?? measurePayload(shown, sha256);
    const textDigest = typeof shown === "string" ? digestText(sha256, shown) : undefined;
    const text = !cut ? undefined : typeof shown === "string" ? shown : canonicalJson(shown);
    return { digest, bytes, textDigest, text };
  };
}

/** Payloads in the rows themselves, by call. */
function payloadsOf(
  evidence: JoinCheckInput["evidence"],
  isWanted: (row: ToolResultInput) => boolean,
): ReadonlyMap<string, Json> {
  const payloads = new Map<string, Json>();
  for (const row of evidence.toolResults ?? []) {
    const payload = row.payload ?? null;
    if (payload !== null && isWanted(row)) payloads.set(trimmed(row.toolCallId), payload);
  }
  return payloads;
}

/** Finds the file's row for a normalised id; each index is built once, and only when something tripped. */
export function wireRows({ evidence }: Pick<JoinCheckInput, "evidence">): BoundFacts["wireRow"] {
  let indexes: Map<WireSurface, ReadonlyMap<string, number>> | undefined;
  return (surface, id) => {
    let index = (indexes ??= new Map()).get(surface);
    if (index === undefined) {
      const rows: readonly { readonly toolCallId: string }[] = evidence[surface] ?? [];
      index = new Map(rows.map((row, at) => [trimmed(row.toolCallId), at] as const).toReversed());
      indexes.set(surface, index);
    }
    return `evidence.${surface}[${index.get(id) ?? "?"}]`;
  };
}
