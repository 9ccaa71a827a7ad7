import type { NormalizedState } from "../evidence/normalized.ts";
import type { TuskEvidence } from "../evidence/tusk-evidence.ts";
import { ProvenValues } from "../evidence/values.ts";
import type { JoinCheckInput } from "../evidence/wire.ts";
import { wireRows } from "../gate/build-facts.ts";
import type { ResultFact, TurnFacts, UseFact } from "../gate/facts.ts";
import { schemaChecks } from "../spec/policy-parts.ts";
import type { KeptClosing } from "./kept-closing.ts";
import type { LiveRows } from "./live-turn.ts";
import { lookupOf } from "./stage-facts.ts";
import type { UseParts } from "./tool-use.ts";

interface TurnEvidence {
  readonly evidence: NormalizedState;
  readonly tusk: TuskEvidence;
  /** Another value stands under the digest of one that the requests were judged with. */
  readonly overlaid: boolean;
}

/** The facts of stage J of a live turn: those of stage R, with what became of each call. */
export function turnFactsOf(
  use: UseParts,
  kept: KeptClosing,
  rows: LiveRows,
  { evidence, tusk, overlaid }: TurnEvidence,
): TurnFacts {
  const { facts } = use.handed;
  const input = inputOf(use, kept);
  const uses = useFacts(use, rows);
  const results = resultFacts(use, rows, uses);
  const values = new ProvenValues(kept.values, use.sha256, facts.values);
  return {
    callSpec: facts.callSpec,
    spec: facts.spec,
    catalog: facts.catalog,
    digest: facts.digest,
    textDigest: facts.textDigest,
    // A schema that is compiled stays compiled, unless another value has come to stand under its digest.
    schemaCheck: overlaid ? schemaChecks(values) : facts.schemaCheck,
    glob: facts.glob,
    values,
    wireRow: wireRows(input),
    requests: facts.requests,
    requestOf: facts.requestOf,
    results,
    resultOf: lookupOf(results),
    uses,
    consumersOf: use.named,
    input,
    evidence,
    tusk,
    guards: tusk.guards,
    origin: "live",
    withholds: false,
    ownValues: () => {
      const ofCatalog = new Set(facts.spec.catalog.flatMap((row) => [row.schemaDigest, row.exampleDigest]));
      return values.inline.filter((digest) => !ofCatalog.has(digest));
    },
  };
}

function useFacts({ use }: UseParts, { uses }: LiveRows): readonly UseFact[] {
  const facts: UseFact[] = [];
  for (const [at, wire] of uses.entries()) {
    const row = use[at];
    if (row !== undefined) facts.push({ id: row.toolCallId, at, row, wire });
  }
  return facts;
}

/** Results stand in call order, and so does everything about them. */
function resultFacts(use: UseParts, rows: LiveRows, uses: readonly UseFact[]): readonly ResultFact[] {
  const { requests } = use.handed.facts;
  const facts: ResultFact[] = [];
  for (const [at, wire] of rows.results.entries()) {
    const row = use.results[at];
    if (row === undefined) continue;
    const [request, render, payload] = [requests[at], rows.renders[at], use.payloads[at]];
    facts.push({ id: row.toolCallId, at, row, wire, request, use: uses[at], render, payload });
  }
  return facts;
}

/** The wire of the turn as it stands in its file, without `evidence.tusk`. */
function inputOf(
  { spec, wire, wireResults, wireUse, wireHandoff, renders }: UseParts,
  kept: KeptClosing,
): JoinCheckInput {
  const { governanceProfile, protocol, queues, refs, views } = kept;
  const { reminderQueuePolicyDigest, stateViewPolicyDigest } = spec.wire;
  const evidence = {
    callSpec: spec.wire,
    toolRequests: wire,
    toolResults: wireResults,
    toolUse: wireUse,
    protocolState: protocol,
    ...(wireHandoff === undefined ? {} : { handoff: wireHandoff }),
    toolRender: renders,
    reminderQueue: queues.map(({ id, digest }) => {
      return { queueId: id, reducedDigest: digest, policyDigest: reminderQueuePolicyDigest };
    }),
    stateViews: views.map(({ id, digest, sourceRefs }) => {
      return { viewId: id, viewDigest: digest, policyDigest: stateViewPolicyDigest, sourceRefs };
    }),
    sessionRefs: refs.sessionRefs,
    trajectoryRefs: refs.trajectoryRefs,
  };
  return governanceProfile === undefined ? { evidence } : { evidence, governanceProfile };
}
