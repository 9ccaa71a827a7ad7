import type { Sha256 } from "../digest/digest.ts";
import { normalizeToolRequest } from "../evidence/normalize-rows.ts";
import type { NormalizedToolRequest } from "../evidence/normalized.ts";
import { pairRows, placesOf } from "../evidence/pairing.ts";
import type { GuardEvidence, RequestEvidence } from "../evidence/tusk-evidence.ts";
import { ProvenValues } from "../evidence/values.ts";
import type { ToolRequestInput } from "../evidence/wire.ts";
import { wireRows } from "../gate/build-facts.ts";
import type { AskedRow, CallLookup, GuardedFacts, RequestFact, RequestFacts } from "../gate/facts.ts";
import { type CallSpec, specParts } from "../spec/call-spec.ts";
import { computedParts, type PolicyParts, schemaChecks } from "../spec/policy-parts.ts";
import type { TurnValues } from "./turn-values.ts";

/** What the facts of stage R are made of. */
export interface StageParts<Row extends AskedRow> {
  readonly spec: CallSpec;
  readonly wire: readonly ToolRequestInput[];
  readonly rows: readonly Row[];
  readonly values: TurnValues;
  readonly sha256: Sha256;
}

/** Facts as one stage hands them on to the next: what they are made of stands beside them, so that this is not part of what a stage shows. */
export class Handed<Facts> {
  readonly #facts: Facts;
  constructor(facts: Facts) {
    this.#facts = facts;
  }
  get facts(): Facts {
    return this.#facts;
  }
}

/** The facts of stage R. Throws `NotNormal` for a blank id or name, and for an id that is not its own wire id. */
export function requestFactsOf({ spec, wire, rows, values, sha256 }: StageParts<AskedRow>): RequestFacts {
  const { callSpec } = specParts(spec);
  const policies = policiesUnder(spec, sha256);
  const own = values !== policies.given;
  const store = own ? new ProvenValues(new Map(Object.entries(values)), sha256) : policies.store;
  const normalized = wire.map(normalizeToolRequest);
  pairInPlace(rows, normalized);
  const requests: RequestFact[] = [];
  for (const [at, row] of rows.entries()) {
    const wireRow = normalized[at];
    if (wireRow === undefined) continue;
    const tool = wireRow.toolName;
    const entry = policies.catalog.get(tool);
    requests.push({ id: row.toolCallId, tool, at, wire: wireRow, row, entry, allowed: policies.allow.has(tool) });
  }
  return {
    callSpec,
    spec: policies.values,
    values: store,
    catalog: policies.catalog,
    digest: policies.digest,
    textDigest: policies.textDigest,
    wireRow: wireRows({ evidence: { callSpec: spec.wire, protocolState: NO_END, toolRequests: wire } }),
    schemaCheck: own ? schemaChecks(store) : policies.schemaCheck,
    glob: policies.glob,
    requests,
    requestOf: lookupOf(requests),
  };
}

/** The same once permissions stand and the guardrails have looked for the first time: the rows are the only thing that is new. */
export function guardedFactsOf(
  asked: RequestFacts,
  rows: readonly RequestEvidence[],
  guards: readonly GuardEvidence[],
): GuardedFacts {
  const requests: RequestFact<RequestEvidence>[] = [];
  for (const [at, row] of rows.entries()) {
    const request = asked.requests[at];
    if (request !== undefined) requests.push({ ...request, row });
  }
  return { ...asked, requests, requestOf: lookupOf(requests), guards };
}

/** Up to so many facts are looked through: an index costs more. */
const FEW = 8;

/** Finds facts by call; an index of many is made when it is first asked. */
export function lookupOf<Fact extends { readonly id: string }>(facts: readonly Fact[]): CallLookup<Fact> {
  let index: ReadonlyMap<string, Fact> | undefined;
  const get = (id: string): Fact | undefined => {
    if (facts.length <= FEW) return facts.find((fact) => fact.id === id);
    return (index ??= new Map(facts.map((fact) => [fact.id, fact]))).get(id);
  };
  return { get, has: (id) => get(id) !== undefined };
}

/** What is known of the policies, under the hash that the turn goes on with. */
function policiesUnder(spec: CallSpec, sha256: Sha256): PolicyParts {
  const { policies } = specParts(spec);
  return policies.sha256 === sha256 ? policies : computedParts(policies.values, sha256, Object.values(policies.given));
}

/** Rows and wire rows are made together; an id that normalisation changes has no wire row of its own. */
function pairInPlace(rows: readonly AskedRow[], wire: readonly NormalizedToolRequest[]): void {
  if (rows.every((row, at) => row.toolCallId === wire[at]?.toolCallId)) return;
  pairRows("requests", rows, "toolRequests", placesOf(wire.map((row) => row.toolCallId)));
}

/** A turn that has requests has not ended yet. */
const NO_END = Object.freeze({ stopReason: "tool_use" });
