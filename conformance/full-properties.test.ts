import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FailClass, JOIN_CHECK_INPUT, type JoinCheckInput, judgeJoin, readStruct } from "#kernel";
import { sha256, utf8 } from "#platform";
import {
  altered,
  alteredFile,
  closedFile,
  digestOf,
  type FileDraft,
  found,
  hex,
  reasonAgainst,
  reportOn,
  textDigestOf,
  type TurnDraft,
} from "./altered-turn.ts";
import { FULL_TURN, sendThrough } from "./full-turn.ts";
import { arbitraryPlan, BARE_PLAN, planned, type TurnPlan, turnOf } from "./planned-turn.ts";

const RUNS = { seed: 20261116, numRuns: 150 };

/** What the judge says: accepted, rejected with classes, or no verdict. */
type Outcome =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly classes: readonly string[] | "unusable" };

function outcomeOf(file: JoinCheckInput): Outcome {
  const judgement = judgeJoin(file, sha256);
  if (!judgement.ok) return { accepted: false, classes: "unusable" };
  return judgement.report.accepted ? { accepted: true } : { accepted: false, classes: judgement.report.failureClasses };
}

/** Turns with everything in them that a turn can have; every path of evidence is in one of them. */
const RICH_TURNS = [
  FULL_TURN,
  turnOf({
    ...BARE_PLAN,
    pattern: "orchestrator_workers",
    calls: [
      planned("bash", { outcome: "failed", branch: "a", consumers: ["intent"] }),
      planned("web", { payload: "x".repeat(300), consumers: ["summary"], repaired: true }),
      planned("edit", { otherwise: "discarded", branch: "b" }),
      planned("read", { otherwise: "retry", payload: { a: 1, b: "x" } }),
      planned("web", { payload: undefined, consumers: ["handoff"] }),
      planned("make", { outcome: "interrupted", payload: undefined }),
    ],
    handoff: true,
    handoffIn: true,
    compaction: true,
    children: 2,
    autonomous: true,
    checkpoint: true,
    claimed: true,
    exports: true,
  }),
  turnOf({
    ...BARE_PLAN,
    mode: "code",
    guards: "calls",
    calls: [planned("python", { consumers: ["summary"] }), planned("grep"), planned("web")],
  }),
  turnOf({ ...BARE_PLAN, mode: "text", calls: [planned("read"), planned("edit", { outcome: "timeout" })] }),
];

describe("an honest turn (K07)", () => {
  test("is accepted, every class held or not due", () => {
    fc.assert(
      fc.property(arbitraryPlan, (plan) => {
        const { accepted, checks, failureClasses, profile } = reportOn(closedFile(turnOf(plan)));
        expect({ accepted, failureClasses, profile }).toEqual({ accepted: true, failureClasses: [], profile: "full" });
        expect(new Set(checks.map((row) => row.outcome))).toEqual(new Set(["held", "not_due"]));
      }),
      RUNS,
    );
  });

  test("is accepted by the reference profile too, when evidence.tusk is taken out", () => {
    fc.assert(
      fc.property(arbitraryPlan, (plan) => {
        const { evidence, ...rest } = closedFile(turnOf(plan));
        const { tusk: _tusk, ...wire } = evidence;
        const { accepted, profile, failureClasses } = reportOn({ ...rest, evidence: wire });
        expect({ accepted, failureClasses, profile }).toEqual({
          accepted: true,
          failureClasses: [],
          profile: "reference",
        });
      }),
      RUNS,
    );
  });
});

/** One kind of thing that can be taken out of evidence, and the class that then trips. */
interface Removal {
  readonly kind: string;
  readonly trips: FailClass | "unusable";
  /** Every single removal of this kind that a turn offers. */
  readonly of: (turn: TurnDraft) => readonly (() => unknown)[];
}

/** Removes one row of a list, for every row there is. */
function each<Row>(rows: readonly Row[], remove: (at: number, row: Row) => unknown): readonly (() => unknown)[] {
  return rows.map((row, at) => () => remove(at, row));
}

/** Removes a field of every row that has it and to which it matters. */
function fields<Row extends object>(
  rows: readonly Row[],
  field: keyof Row & string,
  matters: (row: Row) => boolean = () => true,
): readonly (() => unknown)[] {
  return rows.flatMap((row) =>
    Object.hasOwn(row, field) && matters(row) ? [() => Reflect.deleteProperty(row, field)] : [],
  );
}

function contextNeeded({ wire }: TurnDraft): boolean {
  return wire.protocolState.continuationAllowed === true || wire.toolUse.some((row) => row.disposition === "consumed");
}

function ran({ outcome }: { readonly outcome: string }): boolean {
  return outcome !== "denied" && outcome !== "interrupted";
}

function touched(turn: TurnDraft): boolean {
  return turn.tusk.results.some((row) => {
    const effects = turn.tool(turn.call(row.toolCallId).request.toolName).effects;
    return effects.includes("shell") || effects.includes("write");
  });
}

const isCalled = ({ wire }: TurnDraft, name: string): boolean => wire.toolRequests.some((row) => row.toolName === name);

/** Values that rows of a turn name by their digest, under the class that trips without them. */
function valuesNamed(by: (turn: TurnDraft) => readonly (string | undefined)[]): Removal["of"] {
  return (turn) => {
    const named = new Set(by(turn));
    return Object.keys(turn.tusk.values)
      .filter((digest) => named.has(digest))
      .map((digest) => () => Reflect.deleteProperty(turn.tusk.values, digest));
  };
}

const REMOVALS: readonly Removal[] = [
  {
    kind: "a request, wire and tusk",
    trips: "tool.result_orphan",
    of: ({ wire, tusk }) => each(tusk.requests, (at) => (wire.toolRequests.splice(at, 1), tusk.requests.splice(at, 1))),
  },
  {
    kind: "a result, wire and tusk",
    trips: "tool.result_missing",
    of: ({ wire, tusk }) => each(tusk.results, (at) => (wire.toolResults.splice(at, 1), tusk.results.splice(at, 1))),
  },
  {
    kind: "a result, wire and tusk (its use)",
    trips: "tool.use_without_result",
    of: ({ wire, tusk }) => each(tusk.results, (at) => (wire.toolResults.splice(at, 1), tusk.results.splice(at, 1))),
  },
  {
    kind: "a use, wire and tusk",
    trips: "tool.use_missing",
    of: ({ wire, tusk }) => each(tusk.use, (at) => (wire.toolUse.splice(at, 1), tusk.use.splice(at, 1))),
  },
  {
    kind: "a use, wire and tusk (the join)",
    trips: "tool.join_incomplete",
    of: ({ wire, tusk }) => each(tusk.use, (at) => (wire.toolUse.splice(at, 1), tusk.use.splice(at, 1))),
  },
  ...(["toolRequests", "toolResults", "toolUse"] as const).map((surface): Removal => {
    return {
      kind: `a row of ${surface} without its tusk row`,
      trips: "unusable",
      of: ({ wire }) => each<unknown>(wire[surface], (at) => wire[surface].splice(at, 1)),
    };
  }),
  ...(["requests", "results", "use"] as const).map((surface): Removal => {
    return {
      kind: `a row of tusk.${surface} without its wire row`,
      trips: "unusable",
      of: ({ tusk }) => each<unknown>(tusk[surface], (at) => tusk[surface].splice(at, 1)),
    };
  }),
  {
    kind: "a rendering",
    trips: "context.injection_point_missing",
    of: (turn) => (contextNeeded(turn) ? each(turn.wire.toolRender, (at) => turn.wire.toolRender.splice(at, 1)) : []),
  },
  {
    kind: "a reminder queue",
    trips: "context.queue_policy_violation",
    of: (turn) =>
      contextNeeded(turn) ? each(turn.wire.reminderQueue, (at) => turn.wire.reminderQueue.splice(at, 1)) : [],
  },
  {
    kind: "a state view",
    trips: "context.injection_point_missing",
    of: (turn) => (contextNeeded(turn) ? each(turn.wire.stateViews, (at) => turn.wire.stateViews.splice(at, 1)) : []),
  },
  {
    kind: "a guard",
    trips: "governance.guardrail_stage_missing",
    of: ({ tusk }) => each(tusk.guards, (at) => tusk.guards.splice(at, 1)),
  },
  {
    kind: "the schema of a called tool",
    trips: "tool.unknown_or_disallowed",
    of: valuesNamed(({ wire }) => wire.toolRequests.map((row) => row.schemaDigest ?? undefined)),
  },
  {
    kind: "the examples of a called tool",
    trips: "tool.example_digest_mismatch",
    of: valuesNamed((turn) =>
      turn.spec.catalog.map((row) => (isCalled(turn, row.name) ? row.exampleDigest : undefined)),
    ),
  },
  {
    kind: "a text that was shown cut",
    trips: "context.injection_point_missing",
    of: valuesNamed(({ wire, call }) =>
      wire.toolRender.map((row) =>
        call(row.toolCallId).ran.truncation === undefined ? undefined : row.reminderRenderDigest,
      ),
    ),
  },
  {
    kind: "a reduced queue or a view",
    trips: "context.injection_point_missing",
    of: valuesNamed(({ wire }) => [
      ...wire.reminderQueue.map((row) => row.reducedDigest),
      ...wire.stateViews.map((row) => row.viewDigest),
    ]),
  },
  {
    kind: "the packet that the turn resumes from",
    trips: "handoff.required_artifact_missing",
    of: valuesNamed(({ tusk }) => [tusk.handoffIn?.packetDigest]),
  },
  {
    kind: "the catalog row of a called tool",
    trips: "tool.unknown_or_disallowed",
    of: (turn) =>
      turn.spec.catalog.flatMap((row) =>
        isCalled(turn, row.name)
          ? [() => (turn.spec.catalog = turn.spec.catalog.filter(({ name }) => name !== row.name))]
          : [],
      ),
  },
  {
    kind: "the permission in the policy",
    trips: "tool.unknown_or_disallowed",
    of: (turn) =>
      turn.spec.toolPolicy.allow.flatMap((tool, at) =>
        isCalled(turn, tool) ? [() => turn.spec.toolPolicy.allow.splice(at, 1)] : [],
      ),
  },
  {
    kind: "every probe of the sandbox",
    trips: "runtime.shell_boundary_violation",
    of: (turn) => (touched(turn) ? [() => (turn.spec.sandbox.attestation = [])] : []),
  },
  { kind: "the attestation", trips: "unusable", of: ({ spec }) => fields([spec.sandbox], "attestation") },
  { kind: "the spec", trips: "unusable", of: ({ tusk }) => fields([tusk], "spec") },
  {
    kind: "an artifact of the packet",
    trips: "handoff.required_artifact_missing",
    of: ({ tusk }) =>
      tusk.handoff === undefined
        ? []
        : each(tusk.handoff.packet.artifacts, (at) => tusk.handoff?.packet.artifacts.splice(at, 1)),
  },
  {
    kind: "an artifact that exists",
    trips: "handoff.required_artifact_missing",
    of: ({ tusk }) =>
      tusk.handoff === undefined ? [] : each(tusk.handoff.existing, (at) => tusk.handoff?.existing.splice(at, 1)),
  },
  {
    kind: "an artifact that was taken up",
    trips: "handoff.required_artifact_missing",
    of: ({ tusk }) =>
      tusk.handoffIn === undefined
        ? []
        : each(tusk.handoffIn.artifacts, (at) => tusk.handoffIn?.artifacts.splice(at, 1)),
  },
  { kind: "the packet of a handoff", trips: "unusable", of: ({ tusk }) => fields([tusk], "handoff") },
  { kind: "the handoff of a packet", trips: "unusable", of: ({ wire }) => fields([wire], "handoff") },
  {
    kind: "the handoff contract",
    trips: "handoff.target_not_allowed",
    of: ({ spec, wire }) => (wire.handoff === undefined ? [] : fields([spec], "handoffContract")),
  },
  {
    kind: "the way back",
    trips: "handoff.return_path_missing",
    of: ({ wire }) =>
      wire.handoff === undefined || wire.handoff === null ? [] : fields([wire.handoff], "returnPathRef"),
  },
  {
    kind: "the compaction policy",
    trips: "runtime.compaction_state_invalid",
    of: ({ spec }) => fields([spec], "compactionPolicy"),
  },
  {
    kind: "a carried item",
    trips: "runtime.compaction_state_invalid",
    of: ({ tusk }) =>
      tusk.compaction === undefined
        ? []
        : each(tusk.compaction.carried, (at) => tusk.compaction?.carried.splice(at, 1)),
  },
  {
    kind: "the workers of an orchestrator",
    trips: "coordination.decomposition_policy_violation",
    of: ({ tusk, wire }) => (wire.callSpec.executionPattern === "orchestrator_workers" ? fields([tusk], "fanOut") : []),
  },
  {
    kind: "a child's join",
    trips: "tool.join_incomplete",
    of: ({ tusk }) => fields(tusk.fanOut?.children ?? [], "join"),
  },
  {
    kind: "a child's issue",
    trips: "coordination.decomposition_policy_violation",
    of: ({ tusk }) => fields(tusk.fanOut?.children ?? [], "issueId"),
  },
  {
    kind: "a child's session",
    trips: "coordination.decomposition_policy_violation",
    of: ({ tusk }) => fields(tusk.fanOut?.children ?? [], "sessionId"),
  },
  {
    kind: "the measure of autonomy",
    trips: "coordination.decomposition_policy_violation",
    of: ({ tusk }) => fields([tusk], "autonomy"),
  },
  {
    kind: "an approval",
    trips: "protocol.stop_reason_unhandled",
    of: ({ tusk, wire }) => (wire.protocolState.continuationAllowed === true ? fields([tusk], "checkpoints") : []),
  },
  ...(["shell", "surface", "artifacts", "reads", "code"] as const).map((field): Removal => {
    return {
      kind: `the ${field} evidence of a call that ran`,
      trips: "tool.schema_invalid",
      of: ({ tusk }) => fields(tusk.results, field, ran),
    };
  }),
  {
    kind: "the search behind a deferred tool",
    trips: "tool.discovery_unresolved",
    of: ({ tusk }) => fields(tusk.requests, "searchRef"),
  },
  {
    kind: "the digest of a search",
    trips: "tool.discovery_mismatch",
    of: ({ wire }) => fields(wire.toolRequests, "searchRefDigest"),
  },
  {
    kind: "the edge to a program",
    trips: "tool.programmatic_caller_edge_invalid",
    of: ({ tusk }) => fields(tusk.requests, "callerEdge"),
  },
  {
    kind: "the caller",
    trips: "tool.programmatic_caller_edge_invalid",
    of: ({ wire }) => fields(wire.toolRequests, "callerId"),
  },
  {
    kind: "the schema a call names",
    trips: "tool.unknown_or_disallowed",
    of: ({ wire }) => fields(wire.toolRequests, "schemaDigest"),
  },
  {
    kind: "the adapter profile of a text call",
    trips: "tool.schema_invalid",
    of: ({ tusk }) => fields(tusk.requests, "adapterProfile"),
  },
  {
    kind: "the order of a result",
    trips: "protocol.parallel_transport_order_invalid",
    of: ({ tusk, spec, wire }) => {
      const due = spec.transportPolicy.order === "strict" && wire.protocolState.continuationAllowed === true;
      return due ? fields(tusk.results, "order") : [];
    },
  },
  {
    kind: "a payload",
    trips: "tool.use_unknown_result",
    of: ({ wire }) => fields(wire.toolResults, "payload"),
  },
  {
    kind: "the payload a use names",
    trips: "tool.use_unknown_result",
    of: ({ wire }) => fields(wire.toolUse, "resultDigest"),
  },
  {
    kind: "the record of what was cut",
    trips: "tool.response_truncation_policy_violation",
    of: ({ tusk }) => fields(tusk.results, "truncation"),
  },
  { kind: "who consumed a result", trips: "tool.use_missing", of: ({ tusk }) => fields(tusk.use, "consumedBy") },
  { kind: "the summary", trips: "tool.use_missing", of: ({ tusk }) => fields([tusk], "summary") },
  { kind: "the intent", trips: "tool.use_missing", of: ({ tusk }) => fields([tusk], "intent") },
  { kind: "the reason of a discard", trips: "tool.use_missing", of: ({ tusk }) => fields(tusk.use, "reasonCode") },
  ...(["errorCode", "errorMessage", "retryable"] as const).map((field): Removal => {
    return {
      kind: `the ${field} of a failed call`,
      trips: "tool.schema_invalid",
      of: ({ wire }) => fields(wire.toolResults, field),
    };
  }),
  {
    kind: "the control profile of the risk tier",
    trips: "governance.risk_tier_profile_missing",
    of: ({ spec }) => fields([spec.governance.controlProfiles], spec.governance.riskTier),
  },
  {
    kind: "the integrity of the package",
    trips: "governance.policy_package_unpinned",
    of: ({ spec }) => fields([spec.governance.package], "integrity"),
  },
  {
    kind: "the provenance of a claim",
    trips: "governance.policy_package_unpinned",
    of: ({ file }) => (file.governanceProfile ? fields([file.governanceProfile], "policyProvenance") : []),
  },
  {
    kind: "the permission of a call",
    trips: "unusable",
    of: ({ tusk }) => fields(tusk.requests, "permission"),
  },
  { kind: "a block", trips: "unusable", of: ({ tusk }) => fields(tusk.requests, "block") },
];

describe("removing one thing from an honest turn never leaves it accepted (K07, K10)", () => {
  test.each(REMOVALS)("$kind: $trips", ({ trips, of }) => {
    let removed = 0;
    const check = (file: JoinCheckInput, pick: number): void => {
      let applied = false;
      const changed = alteredFile(
        file,
        (turn) => {
          const options = of(turn);
          const remove = options[pick % Math.max(options.length, 1)];
          if (remove === undefined) return;
          remove();
          applied = true;
        },
        // Without its spec or attestation a turn has no call id to derive.
        trips === "unusable" ? { callId: false, policyDigests: false } : {},
      );
      if (!applied) return;
      removed += 1;
      const outcome = outcomeOf(changed);
      expect(outcome.accepted).toBe(false);
      if (!outcome.accepted && trips === "unusable") expect(outcome.classes).toBe("unusable");
      else if (!outcome.accepted) expect(outcome.classes).toContain(trips);
    };
    for (const turn of RICH_TURNS) for (let pick = 0; pick < 6; pick++) check(closedFile(turn), pick);
    fc.assert(
      fc.property(arbitraryPlan, fc.nat({ max: 50 }), (plan: TurnPlan, pick) => check(closedFile(turnOf(plan)), pick)),
      { seed: 7, numRuns: 10 },
    );
    expect(removed).toBeGreaterThan(0);
  });
});

/**
 * What may be changed alone with the turn still accepted, and why. Everything here enters the evidence digest, so that
 * a witness is of this value and no other; nothing else can be changed at all.
 */
const FREE: Readonly<Record<string, string>> = {
  "evidence.callSpec.actionMode": "any mode whose rules hold; it enters callSpecDigest, not callId",
  "evidence.callSpec.executionPattern": "any pattern that the policy lists; it enters callSpecDigest, not callId",
  "evidence.callSpec.modelRef": "a name that only the request to the provider can hold to",
  "evidence.callSpec.mutationPolicyDigest": "judged at stage M, with the mutation",
  "evidence.handoff.requiredArtifactRefs.*": "what the contract requires is required anyway; blank is absent",
  "evidence.handoff.returnPathRef": "any way back is one",
  "evidence.protocolState.continuationAllowed": "a loop may always end",
  "evidence.protocolState.stopReason": "the provider's word; two words may have the same answer in the policy",
  "evidence.reminderQueue.*.queueId": "a name",
  "evidence.sessionRefs.*": "judged at stage M",
  "evidence.trajectoryRefs.*": "judged at stage M",
  "evidence.toolResults.*.errorCode": "a failed call's own words",
  "evidence.toolResults.*.errorMessage": "a failed call's own words",
  "evidence.toolResults.*.retryable": "a failed call's own words",
  "evidence.tusk.autonomy.measured": "measured; above the threshold it is enough",
  "evidence.tusk.checkpoints.*.approvalRef": "a reference",
  "evidence.tusk.exports.*.carries": "digests may leave wherever payloads may",
  "evidence.tusk.exports.*.sink": "a name; bound only to internal processors",
  "evidence.tusk.fanOut.children.*.issueId": "a name",
  "evidence.tusk.fanOut.children.*.sessionId": "a name",
  "evidence.tusk.fanOut.children.*.join": "measured: the child's evidence is another file",
  "evidence.tusk.guards.*.inputDigest": "measured",
  "evidence.tusk.guards.*.seq": "the journal's number; only the order counts",
  "evidence.tusk.handoff.packet.constraints.budget": "the receiver's to read",
  "evidence.tusk.handoff.packet.intent.want": "the receiver's to read",
  "evidence.tusk.intent.action": "judged at stage M",
  "evidence.tusk.intent.args.*": "judged at stage M, against the mutation",
  "evidence.tusk.requests.*.actionId": "a name; what counts is which calls share it",
  "evidence.tusk.requests.*.args.*": "the model's own words; bound to the reply by block, to a shell by commandDigest",
  "evidence.tusk.requests.*.block.n": "measured: a place in the reply",
  "evidence.tusk.requests.*.block.replyDigest": "measured",
  "evidence.tusk.requests.*.branch": "a name",
  "evidence.tusk.requests.*.callerEdge.seq": "a number; it may not repeat",
  "evidence.tusk.requests.*.index": "a number; what counts is its order",
  "evidence.tusk.requests.*.permission.approvalRef": "a reference",
  "evidence.tusk.requests.*.permission.decision": "allow and approved both permit",
  "evidence.tusk.requests.*.permission.ruleId": "a name",
  "evidence.tusk.requests.*.providerCallId": "the provider's, which may repeat",
  "evidence.tusk.requests.*.repairs.*.field": "what was repaired; the repaired arguments are judged",
  "evidence.tusk.requests.*.repairs.*.rule": "what was repaired; the repaired arguments are judged",
  "evidence.tusk.requests.*.adapterProfile": "a name",
  "evidence.tusk.results.*.artifacts.*.after": "measured",
  "evidence.tusk.results.*.artifacts.*.before": "measured",
  "evidence.tusk.results.*.artifacts.*.path": "measured; any path in scope",
  "evidence.tusk.results.*.code.stderr": "measured",
  "evidence.tusk.results.*.code.stdout": "measured",
  "evidence.tusk.results.*.code.traceback": "measured",
  "evidence.tusk.results.*.order": "a number; what counts is its order",
  "evidence.tusk.results.*.outcome": "failed and timeout are both failures",
  "evidence.tusk.results.*.provenance.kind": "measured",
  "evidence.tusk.results.*.provenance.ref": "measured",
  "evidence.tusk.results.*.reads.*": "measured; any path in scope",
  "evidence.tusk.results.*.seq": "the journal's number; only the order to the guards counts",
  "evidence.tusk.results.*.shell.exit": "measured",
  "evidence.tusk.results.*.shell.workdir": "measured; any folder in the roots",
  "evidence.tusk.results.*.truncation.sha256": "measured",
  "evidence.tusk.summary.ref": "a reference",
  "evidence.tusk.use.*.reasonCode": "any listed reason",
  "evidence.tusk.use.*.retry.decisionRef": "a reference",
};

/** Accepted with another spelling of the same: the evidence digest is the same too, or the field is outside the evidence. */
const SAME: Readonly<Record<string, string>> = {
  "evidence.toolResults.*.status": "blank is absent, and absent is derived from the error material",
  "governanceProfile.claimId": "blank is absent; the claim is outside the evidence",
  "governanceProfile.claimed": "governance is claim-gated (K11); the claim is outside the evidence",
};

/** Free where no context is needed, nothing was called, or the loop ends: the contract asks nothing of them there. */
const FREE_AT_REST: Readonly<Record<string, string>> = {
  "evidence.reminderQueue.*.policyDigest": "no context is needed",
  "evidence.stateViews.*.policyDigest": "no context is needed",
  "evidence.stateViews.*.viewId": "no context is needed",
  "evidence.toolRender.*.policyDigest": "no context is needed",
  "evidence.toolRender.*.toolCallId": "no context is needed",
  "evidence.tusk.guards.*.decision": "there was no call to stop, or nothing was shown",
  "evidence.tusk.checkpoints.*.at": "the loop ends",
};

function leavesOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, entry]) => leavesOf(entry, [...path, key]));
}

const WORDS: readonly (readonly string[])[] = [
  ["ok", "failed", "denied", "timeout", "interrupted"],
  ["ok", "error"],
  ["api", "route", "command"],
  ["pre_flight", "input", "output"],
  ["pass", "trigger", "error"],
  ["allow", "approved", "deny", "refused", "expired"],
  ["irrelevant", "duplicate"],
  ["payload", "digest"],
  ["consumed", "observed", "discarded"],
  ["json", "text", "code"],
  ["single", "chain", "route", "parallel", "orchestrator_workers"],
  ["tool_use", "pause_turn", "max_tokens", "end_turn", "refusal"],
];

/** Other values that could stand in the place of one: longer, blank, one more, one less, far off, another digit, another word. */
function othersOf(value: unknown): readonly unknown[] {
  if (typeof value === "boolean") return [!value];
  if (typeof value === "number")
    return [value + 1, Math.max(value - 1, 0), 1_000_000].filter((other) => other !== value);
  if (typeof value !== "string") return [];
  const words = WORDS.flatMap((list) => (list.includes(value) ? list.filter((word) => word !== value) : []));
  const flipped = /^(?:sha256:|call1_)/.test(value) ? [value.slice(0, -1) + (value.endsWith("0") ? "1" : "0")] : [];
  return [`${value}x`, "", ...words, ...flipped].filter((other) => other !== value);
}

function patternOf(path: readonly string[]): string {
  return path
    .map((key) => (/^\d+$/.test(key) ? "*" : key))
    .join(".")
    .replace(/(\.args)\.[a-z_]+$/, "$1.*");
}

function withLeaf(file: JoinCheckInput, path: readonly string[], value: unknown): JoinCheckInput {
  const copy = structuredClone(file);
  const parent = path.slice(0, -1).reduce<object>((at, key) => found(Reflect.get(at, key) as object), copy);
  Reflect.set(parent, found(path.at(-1)), value);
  return copy;
}

describe("changing one value of an honest turn (K03, K09)", () => {
  /** The place, if the change was accepted. */
  function acceptedAt(file: JoinCheckInput, path: readonly string[]): string | undefined {
    const before: unknown = path.reduce<unknown>((at, key) => Reflect.get(at as object, key), file);
    const { evidenceDigest } = reportOn(file);
    const accepted = othersOf(before).filter((other) => {
      const judgement = judgeJoin(withLeaf(file, path, other), sha256);
      if (!judgement.ok || !judgement.report.accepted) return false;
      // Never with another meaning under the same name.
      if (!Object.hasOwn(SAME, patternOf(path)))
        expect([patternOf(path), judgement.report.evidenceDigest]).not.toEqual([patternOf(path), evidenceDigest]);
      return true;
    });
    return accepted.length === 0 ? undefined : patternOf(path);
  }

  const KNOWN = { ...FREE, ...SAME, ...FREE_AT_REST };

  test("is refused, or is one of the values that are declared free: every leaf of every rich turn", () => {
    const accepted = new Set(
      RICH_TURNS.flatMap((turn) => {
        const file = closedFile(turn);
        return leavesOf(file).flatMap((path) => acceptedAt(file, path) ?? []);
      }),
    );
    expect([...accepted].filter((path) => !Object.hasOwn(KNOWN, path))).toEqual([]);
    // A value that is no longer free has to leave the list.
    expect(Object.keys({ ...FREE, ...SAME }).filter((path) => !accepted.has(path))).toEqual([]);
  }, 60_000);

  test("the same for any turn", () => {
    fc.assert(
      fc.property(arbitraryPlan, fc.nat(), (plan, pick) => {
        const file = closedFile(turnOf(plan));
        const leaves = leavesOf(file);
        const place = acceptedAt(file, found(leaves[pick % leaves.length]));
        if (place !== undefined) expect(Object.keys(KNOWN)).toContain(place);
      }),
      { ...RUNS, numRuns: 100 },
    );
  });

  test("no leaf of the spec, of a value or of the turn's identity can be changed at all", () => {
    for (const turn of RICH_TURNS) {
      const file = closedFile(turn);
      const bound = leavesOf(file).filter((path) =>
        /^evidence\.tusk\.(spec|turn|schema|values)\b/.test(path.join(".")),
      );
      for (const path of bound) {
        const before: unknown = path.reduce<unknown>((at, key) => Reflect.get(at as object, key), file);
        for (const other of othersOf(before))
          expect(reasonAgainst(withLeaf(file, path, other))).toMatch(/^evidence\.tusk/);
      }
    }
  });
});

/** Turns that are rejected for what they hold, each for another reason. */
const REJECTED: readonly [string, JoinCheckInput][] = [
  ["an unknown tool", altered(({ call }) => Object.assign(call("tc-1").request, { toolName: "rm" }))],
  ["a lost use", altered(({ wire, tusk }) => (wire.toolUse.pop(), void tusk.use.pop()))],
  ["a wrong command", altered(({ call }) => void (found(call("tc-3").ran.shell).commandDigest = hex("9")))],
  ["a foreign file", altered(({ call }) => void (call("tc-1").ran.reads = ["/etc/passwd"]))],
  ["a guard that said no", altered(({ tusk }) => void (found(tusk.guards[0]).decision = "trigger"))],
  ["too many bytes", altered(({ spec }) => void (spec.truncationPolicy.maxBytes = 3))],
  ["an unhandled stop", altered(({ wire }) => void (wire.protocolState.stopReason = "refusal"))],
  ["an unpinned package", altered(({ spec }) => void delete spec.governance.package.integrity)],
];

/** Every declared verdict there is, in the words that would like to remove a violation. */
const DECLARED: Partial<Record<keyof JoinCheckInput, unknown>> = {
  protocolConstraints: { parallelTransportOrderValid: true },
  truncationConstraints: { required: true, valid: true },
  decompositionConstraints: { admissible: true },
  handoffConstraints: { requireReturnPath: false },
  governanceProfile: { claimed: false },
};

describe("no field states its own verdict (CONTRACT-EVIDENCE, K13)", () => {
  test.each(REJECTED)("%s stays rejected whatever is declared", (_what, file) => {
    const { failureClasses } = reportOn(file);
    expect(failureClasses.length).toBeGreaterThan(0);
    for (const [name, declared] of Object.entries(DECLARED))
      expect(reportOn({ ...file, [name]: declared }).failureClasses).toEqual(failureClasses);
    expect(reportOn({ ...file, ...DECLARED } as JoinCheckInput).failureClasses).toEqual(failureClasses);
  });

  test.each(REJECTED)("%s is not accepted by flipping any boolean", (_what, file) => {
    const booleans = leavesOf(file).filter(
      (path) => typeof path.reduce<unknown>((at, key) => Reflect.get(at as object, key), file) === "boolean",
    );
    expect(booleans.length).toBeGreaterThan(5);
    for (const path of booleans) {
      const flipped = withLeaf(
        file,
        path,
        path.reduce<unknown>((at, key) => Reflect.get(at as object, key), file) !== true,
      );
      expect(outcomeOf(flipped).accepted).toBe(false);
    }
  });

  test.each(REJECTED)(
    "%s is not accepted by adding a key anywhere",
    (_what, file) => {
      const objects = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] => {
        if (typeof value !== "object" || value === null) return [];
        const below = Object.entries(value).flatMap(([key, entry]) => objects(entry, [...path, key]));
        return Array.isArray(value) ? below : [path, ...below];
      };
      for (const path of objects(file)) {
        for (const key of ["accepted", "valid", "ok", "outcome", "verdict"]) {
          const outcome = outcomeOf(withLeaf(file, [...path, key], true));
          expect(outcome.accepted).toBe(false);
        }
      }
    },
    30_000,
  );

  test("a key that nobody knows makes evidence.tusk unusable, wherever a form is bound", () => {
    const open =
      /^evidence\.tusk\.(values|spec\.mutationPolicy|spec\.governance\.controlProfiles|spec\.protocolPolicy\.handled|requests\.\d+\.args|intent\.args)/;
    const file = closedFile();
    const objects = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] => {
      if (typeof value !== "object" || value === null) return [];
      const below = Object.entries(value).flatMap(([key, entry]) => objects(entry, [...path, key]));
      return Array.isArray(value) ? below : [path, ...below];
    };
    const bound = objects(file.evidence.tusk, ["evidence", "tusk"]).filter((path) => !open.test(path.join(".")));
    expect(bound.length).toBeGreaterThan(30);
    for (const path of bound)
      expect(reasonAgainst(withLeaf(file, [...path, "verdict"], true))).toMatch(/\.verdict is no known field$/);
  });
});

describe("respelling (K09)", () => {
  function shuffledFile(file: JoinCheckInput, seed: number): JoinCheckInput {
    const shuffle = <T>(rows: T[]): void => {
      // A rotation and a swap, told by the seed: enough to move every row.
      rows.unshift(...rows.splice(seed % Math.max(rows.length, 1)));
      if (seed % 2 === 1) rows.reverse();
    };
    return alteredFile(
      file,
      ({ wire, tusk }) => {
        for (const rows of [wire.toolRequests, wire.toolResults, wire.toolUse, wire.toolRender, wire.reminderQueue])
          shuffle<unknown>(rows);
        for (const rows of [tusk.requests, tusk.results, tusk.use, tusk.guards]) shuffle<unknown>(rows);
      },
      { callId: false, policyDigests: false },
    );
  }

  test("another order of rows is the same evidence: same verdict, same digest", () => {
    fc.assert(
      fc.property(arbitraryPlan, fc.nat({ max: 9 }), (plan, seed) => {
        const file = closedFile(turnOf(plan));
        const { accepted, evidenceDigest } = reportOn(shuffledFile(file, seed));
        expect({ accepted, evidenceDigest }).toEqual({ accepted: true, evidenceDigest: reportOn(file).evidenceDigest });
      }),
      RUNS,
    );
  });

  test("other white space, other key order and padded wire words are the same evidence", () => {
    const respelt = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(respelt);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .map(([key, entry]) => [key, respelt(entry)] as const)
          .toReversed(),
      );
    };
    fc.assert(
      fc.property(arbitraryPlan, fc.constantFrom("", " ", "\t"), (plan, indent) => {
        const file = closedFile(turnOf(plan));
        const padded = structuredClone(file) as FileDraft;
        padded.evidence.callSpec.actionMode = ` ${padded.evidence.callSpec.actionMode.toUpperCase()}\n`;
        for (const row of padded.evidence.toolUse) row.disposition = ` ${row.disposition.toUpperCase()}`;
        const text = JSON.stringify(respelt(padded), null, indent);
        const reading = readStruct(utf8.encode(text), JOIN_CHECK_INPUT, utf8);
        if (!reading.ok) throw new Error(reading.problem.reason);
        const { accepted, evidenceDigest } = reportOn(reading.value);
        expect({ accepted, evidenceDigest }).toEqual({ accepted: true, evidenceDigest: reportOn(file).evidenceDigest });
      }),
      { ...RUNS, numRuns: 60 },
    );
  });
});

/** Holes that were reported once, one reproduction each, and what was decided about the two that are none. */
describe("reported holes, closed", () => {
  const classesOf = (change: (turn: TurnDraft) => void, turn = FULL_TURN): readonly string[] =>
    reportOn(altered(change, {}, turn)).failureClasses;
  const NO_PAYLOAD = turnOf({ ...BARE_PLAN, calls: [planned("web", { payload: undefined })] });
  const HANDED = turnOf({ ...BARE_PLAN, handoff: true });

  test("a free value enters as it stands: args and a reference to them are two evidences (docs/evidence.md)", () => {
    const { accepted, evidenceDigest } = reportOn(closedFile());
    const named = reportOn(
      altered(({ call, keep }) => {
        const { asked } = call("tc-1");
        asked.args = { $digest: keep(asked.args) };
      }),
    );
    expect([accepted, named.accepted]).toEqual([true, true]);
    expect(named.evidenceDigest).not.toBe(evidenceDigest);
  });

  test("a policy named by reference derives the same call id (CONTRACT-EVIDENCE §1: any value may be a reference)", () => {
    const file = altered(
      ({ spec, keep }) => {
        spec.mutationPolicy = { $digest: keep(spec.mutationPolicy) };
      },
      { callId: false, policyDigests: false },
    );
    expect(reportOn(file)).toEqual(reportOn(closedFile()));
  });

  test("the order of guards means nothing: two with one seq, which could be turned, are unusable either way", () => {
    const guards = (turned: boolean): JoinCheckInput =>
      altered(({ tusk }) => {
        found(tusk.guards[1]).seq = found(tusk.guards[0]).seq;
        if (turned) tusk.guards = tusk.guards.toReversed();
      });
    for (const turned of [false, true])
      expect(reasonAgainst(guards(turned))).toBe("evidence.tusk.guards[1].seq repeats another guard's");
  });

  test("the order of rows means nothing, also where two calls have one index", () => {
    const rows = (turned: boolean): readonly string[] =>
      classesOf(({ tusk, call }) => {
        call("tc-2").asked.index = 0;
        if (turned) tusk.results = tusk.results.toReversed();
      });
    expect([rows(true), rows(false)]).toEqual([[], []]);
  });

  test("an artifact that exists twice, once with another digest, is different (handoff.required_artifact_missing)", () => {
    expect(
      classesOf(({ tusk }) => {
        found(tusk.handoff).existing.unshift({ ref: "file://plan.md", digest: hex("9") });
      }, HANDED),
    ).toEqual(["handoff.required_artifact_missing"]);
  });

  test("consumedBy is exactly the naming inputs, not as many words (tool.use_missing)", () => {
    expect(classesOf(({ call }) => void (call("tc-3").used.consumedBy = ["summary", "summary"]))).toEqual([
      "tool.use_missing",
    ]);
  });

  test("a result without payload has no payload bytes (tool.response_truncation_policy_violation)", () => {
    expect(
      classesOf(({ call, keepText }) => {
        Object.assign(call("tc-0").ran, { payloadBytes: 5, shownBytes: 5 });
        call("tc-0").render.reminderRenderDigest = keepText("hello");
      }, NO_PAYLOAD),
    ).toEqual(["tool.response_truncation_policy_violation"]);
  });

  test("a rendering of a result without payload shows no other payload (context.injection_point_missing)", () => {
    expect(classesOf(({ call }) => void (call("tc-0").render.operatorPayloadDigest = hex("9")), NO_PAYLOAD)).toEqual([
      "context.injection_point_missing",
    ]);
  });

  test("a scope is the turn or one of its calls (governance.guardrail_stage_missing)", () => {
    expect(
      classesOf(({ tusk }) => {
        for (const guard of tusk.guards) guard.scope = "nobody";
      }, turnOf(BARE_PLAN)),
    ).toEqual(["governance.guardrail_stage_missing"]);
  });

  test("files that a tool without write effect changed were changed through no surface (runtime.shell_boundary_violation)", () => {
    expect(
      classesOf(
        ({ call }) =>
          void (call("tc-0").ran.artifacts = [{ path: "/repo/src/a.ts", before: hex("1"), after: hex("2") }]),
        turnOf({ ...BARE_PLAN, calls: [planned("read")] }),
      ),
    ).toEqual(["runtime.shell_boundary_violation"]);
  });

  test("a call that was denied left no shell (tool.schema_invalid: the outcome and its traces disagree)", () => {
    expect(classesOf(({ call }) => void (call("tc-3").ran.outcome = "denied"))).toEqual(["tool.schema_invalid"]);
  });

  test("a program's output that is named by a digest nobody resolves is unproven (CONTRACT-EVIDENCE §1)", () => {
    expect(
      classesOf(
        ({ call }) => void (call("tc-0").ran.code = { stdout: { $digest: hex("9") }, stderr: "", traceback: "" }),
        turnOf({ ...BARE_PLAN, calls: [planned("python")] }),
      ),
    ).toEqual(["tool.schema_invalid"]);
  });

  test("the policy says which stop reasons are handled: one beyond the four holds in full, the reference knows the four", () => {
    const file = altered(({ spec, wire }) => {
      spec.protocolPolicy.handled["refusal"] = "continue";
      wire.protocolState.stopReason = "refusal";
    });
    const { tusk: _tusk, ...wire } = file.evidence;
    expect(reportOn(file).failureClasses).toEqual([]);
    expect(reportOn({ evidence: wire }).failureClasses).toEqual(["protocol.stop_reason_unhandled"]);
    // Without such a policy both say the same.
    const unbound = altered(({ wire: { protocolState } }) => void (protocolState.stopReason = "refusal"));
    expect(reportOn(unbound).failureClasses).toEqual(["protocol.stop_reason_unhandled"]);
  });

  /** The golden turn as a zero-retention journal keeps it. */
  const stored = (more: (turn: TurnDraft) => void = () => undefined): JoinCheckInput =>
    altered((turn) => {
      turn.spec.governance.observability = { mode: "disabled", processors: [] };
      for (const row of turn.tusk.requests) row.args = { $digest: digestOf(row.args) };
      for (const row of turn.wire.toolResults) {
        row.resultDigest = digestOf(row.payload);
        delete row.payload;
        if (row.errorMessage !== undefined) row.errorMessage = `withheld ${textDigestOf(row.errorMessage ?? "")}`;
      }
      const intent = found(turn.tusk.intent);
      intent.args = { $digest: digestOf(intent.args) };
      turn.tusk.values = {};
      more(turn);
    });

  test("a stored zero-retention turn has the evidence digest of the live one, so that its witness is about it", () => {
    const { draft } = FULL_TURN;
    const observability = { mode: "disabled", processors: [] } as const;
    const governance = { ...draft.values.governance, observability };
    const live = sendThrough({ ...FULL_TURN, draft: { ...draft, values: { ...draft.values, governance } } });
    if (!live.admitted) throw new Error("the turn does not close");
    const { accepted, evidenceDigest, failureClasses } = reportOn(live.next.evidence);
    expect({ accepted, evidenceDigest, failureClasses }).toEqual({
      accepted: false,
      evidenceDigest: live.next.evidenceDigest,
      failureClasses: [],
    });
    expect(reportOn(stored()).evidenceDigest).toBe(evidenceDigest);
  });

  test.each(["tool.schema_invalid", "tool.response_truncation_policy_violation"] as const)(
    "%s rests on withheld values, so it is withheld, never held",
    (failClass) => {
      expect(reportOn(stored()).checks.find((row) => row.class === failClass)?.outcome).toBe("withheld");
    },
  );

  test.each<[string, (turn: TurnDraft) => void]>([
    ["a raw error", ({ call }) => void (call("tc-3").result.rawError = { secret: 1 })],
    ["any other value", ({ keep }) => void keep({ secret: 1 })],
  ])("%s that was stored trips governance.trace_mode_violation", (_what, keepIt) => {
    expect(reportOn(stored(keepIt)).failureClasses).toEqual(["governance.trace_mode_violation"]);
  });

  test.each(["moderate", "high"])(
    "a control profile (%s) that nobody has is unusable, also where the call id was derived from its reference",
    (tier) => {
      const file = altered(({ spec }) => void (spec.governance.controlProfiles[tier] = { $digest: hex("9") }));
      expect(reasonAgainst(file)).toBeDefined();
    },
  );

  test("a reduced queue that was withheld is not known to be within its policy (context.queue_policy_violation)", () => {
    const row = reportOn(stored()).checks.find(
      ({ class: failClass }) => failClass === "context.queue_policy_violation",
    );
    expect(row?.outcome).toBe("withheld");
  });
});
