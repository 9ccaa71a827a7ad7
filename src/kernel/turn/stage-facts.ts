import type { Sha256 } from "../digest/digest.ts";
import { normalizeCallSpec, normalizeToolRequest } from "../evidence/normalize-rows.ts";
import { pairRows, placesOf } from "../evidence/pairing.ts";
import type { GuardEvidence, RequestEvidence } from "../evidence/tusk-evidence.ts";
import { ValueStore } from "../evidence/values.ts";
import type { ToolRequestInput } from "../evidence/wire.ts";
import { boundFacts, requestFacts, type RequestRows } from "../gate/build-facts.ts";
import type { AskedRow, GuardedFacts, RequestFacts } from "../gate/facts.ts";
import type { CallSpec } from "../spec/call-spec.ts";
import type { TurnValues } from "./turn-values.ts";

/** What the facts of stage R are made of. */
export interface StageParts<Row extends AskedRow> {
  readonly spec: CallSpec;
  readonly wire: readonly ToolRequestInput[];
  readonly rows: readonly Row[];
  readonly values: TurnValues;
  readonly sha256: Sha256;
}

/** The facts of stage R, from the same builder that judges a file. Throws `NotNormal` for a blank id or name. */
export function requestFactsOf(parts: StageParts<AskedRow>): RequestFacts {
  return factsOf<AskedRow>(parts);
}

/** The same once permissions stand and the guardrails have looked for the first time. */
export function guardedFactsOf(
  parts: StageParts<RequestEvidence> & { readonly guards: readonly GuardEvidence[] },
): GuardedFacts {
  return { ...factsOf<RequestEvidence>(parts), guards: parts.guards };
}

function factsOf<Row extends AskedRow>({
  spec,
  wire,
  rows,
  values,
  sha256,
}: StageParts<Row>): RequestFacts & RequestRows<Row> {
  const input = { evidence: { callSpec: spec.wire, protocolState: { stopReason: "tool_use" }, toolRequests: wire } };
  const store = new ValueStore(values, sha256);
  const bound = boundFacts({ callSpec: normalizeCallSpec(spec.wire), spec: spec.values, values: store, input }, sha256);
  const normalized = wire.map(normalizeToolRequest);
  const places = placesOf(normalized.map((row) => row.toolCallId));
  return {
    ...bound,
    ...requestFacts<Row>(bound, rows, normalized, pairRows("requests", rows, "toolRequests", places)),
  };
}
