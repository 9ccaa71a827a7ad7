import { sha256 } from "#platform";
import { describe, expect, test } from "vitest";
import { FULL_TURN } from "../../../conformance/full-turn.ts";
import { digestJson } from "../digest/digest.ts";
import { parseFailClass } from "../gate/classes.ts";
import { FAIL_CLOSED } from "../gate/table.ts";
import type { Json } from "../json/value.ts";
import { bindSpec, type CallSpecDraft } from "./call-spec.ts";
import { CALL_SPEC_FIELDS, type CallSpecFields, callSpecFields } from "./call-spec-fields.ts";

const digest = (value: unknown): string => digestJson(sha256, value as Json);

function fieldsOf(draft: CallSpecDraft): CallSpecFields {
  const verdict = bindSpec(draft, sha256);
  if (!verdict.admitted) throw new Error(JSON.stringify(verdict.refusal.violations));
  return callSpecFields(verdict.next, digest);
}

/** The fields of a call spec, copied from seed 000 §4.1 in its order. */
const SEED_000_4_1 = [
  "callId",
  "modelRef",
  "actionMode",
  "executionPattern",
  "toolChoice",
  "toolPolicy",
  "toolCatalogDigest",
  "deferPolicyDigest",
  "toolExampleDigest",
  "allowedCallersDigest",
  "preContextFilterPolicy",
  "evalProfileRef",
  "parallelPolicy",
  "toolTransportPolicy",
  "toolResponseTruncationPolicy",
  "toolRenderProtocolDigest",
  "executionBoundaryPolicy",
  "runtimeSandboxRef",
  "compactionPolicyDigest",
  "reminderQueuePolicyDigest",
  "stateViewPolicyDigest",
  "decompositionPolicyDigest",
  "governancePolicyDigest",
  "guardrailStagePolicyDigest",
  "evalGatePolicyDigest",
  "redTeamPolicyDigest",
  "observabilityMode",
  "riskTier",
  "orchestrationRole",
  "contextScopeDigest",
  "handoffContractDigest",
  "mutationPolicyDigest",
  "normalizerId",
  "stopPolicy",
  "protocolStatePolicy",
] as const satisfies readonly (keyof CallSpecFields)[];

const { draft: DRAFT } = FULL_TURN;
const { values: VALUES } = DRAFT;
const [ROW] = VALUES.catalog;
if (ROW === undefined) throw new Error("the golden turn has no tools");
const withValues = (values: Partial<CallSpecDraft["values"]>): CallSpecDraft => ({
  ...DRAFT,
  values: { ...VALUES, ...values },
});
const withGovernance = (governance: Partial<CallSpecDraft["values"]["governance"]>): CallSpecDraft =>
  withValues({ governance: { ...VALUES.governance, ...governance } });
const withRow = (row: Partial<typeof ROW>): CallSpecDraft =>
  withValues({ catalog: [{ ...ROW, ...row }, ...VALUES.catalog.slice(1)] });

describe("every field of seed 000 §4.1 has a row (K03, R25)", () => {
  test("thirty-five of them, in the seed's order, and no other", () => {
    expect(SEED_000_4_1).toHaveLength(35);
    expect(Object.keys(CALL_SPEC_FIELDS)).toEqual(SEED_000_4_1);
    expect(Object.keys(fieldsOf(DRAFT))).toEqual(SEED_000_4_1);
  });

  test.each(Object.entries(CALL_SPEC_FIELDS))("%s names its source and who enforces it", (_field, row) => {
    expect(row.source).toMatch(/\S/);
    expect(new Set(row.enforcedBy).size).toBe(row.enforcedBy.length);
    for (const enforcer of row.enforcedBy) {
      if (!enforcer.includes("."))
        expect(["runtime/bind", "models/request", "governance/eval-report"]).toContain(enforcer);
      else expect(Object.hasOwn(FAIL_CLOSED, enforcer) && parseFailClass(enforcer)).toBe(enforcer);
    }
  });

  test.each(Object.entries(CALL_SPEC_FIELDS))("the source of %s is there in a draft", (_field, { source }) => {
    // Prose around it: "digest of values.catalog loading", "derived from turn and values".
    const places = source
      .split(" ")
      .filter((word) => /^(?:values|turn|modelRef|actionMode|executionPattern)\b/.test(word));
    const optional = ["compactionPolicy", "evalProfileRef", "evalGate", "redTeam", "handoffContract"];
    expect(places.length > 0 || source.startsWith("the constant")).toBe(true);
    for (const place of places.filter((path) => !optional.some((name) => path.endsWith(name)))) {
      const found = place.split(".").reduce<unknown>((at, key) => Reflect.get(at as object, key), DRAFT);
      expect(found, place).toBeDefined();
    }
  });
});

describe("a field is its value or the digest of its value (R25)", () => {
  test("all fields of the golden turn, whole", () => {
    expect(fieldsOf(DRAFT)).toEqual({
      callId: `call1_${digest({ session: DRAFT.turn.sessionId, spec: digest(VALUES), turn: 3 }).slice(7)}`,
      modelRef: "acme/coder-2",
      actionMode: "json",
      executionPattern: "chain",
      toolChoice: { kind: "auto" },
      toolPolicy: ["bash", "edit", "read"].map((tool) => {
        return { tool, schemaDigest: VALUES.catalog.find(({ name }) => name === tool)?.schemaDigest };
      }),
      toolCatalogDigest: digest(VALUES.catalog),
      deferPolicyDigest: digest([
        ["bash", "eager"],
        ["edit", "eager"],
        ["read", "eager"],
      ]),
      toolExampleDigest: digest(VALUES.catalog.map((row) => [row.name, row.exampleDigest])),
      allowedCallersDigest: digest([
        ["bash", ["model"]],
        ["edit", ["model"]],
        ["read", ["model", "code"]],
      ]),
      preContextFilterPolicy: { enabled: false, tools: [] },
      evalProfileRef: undefined,
      parallelPolicy: { enabled: false, maxBranches: 0 },
      toolTransportPolicy: { parallelToolCalls: true, order: "strict" },
      toolResponseTruncationPolicy: VALUES.truncationPolicy,
      toolRenderProtocolDigest: digest(VALUES.renderProtocol),
      executionBoundaryPolicy: VALUES.boundaryPolicy,
      runtimeSandboxRef: digest(VALUES.sandbox),
      compactionPolicyDigest: undefined,
      reminderQueuePolicyDigest: digest(VALUES.reminderQueuePolicy),
      stateViewPolicyDigest: digest(VALUES.stateViewPolicy),
      decompositionPolicyDigest: digest(VALUES.decompositionPolicy),
      governancePolicyDigest: digest(VALUES.governance),
      guardrailStagePolicyDigest: digest(VALUES.governance.guardrails),
      evalGatePolicyDigest: undefined,
      redTeamPolicyDigest: undefined,
      observabilityMode: "dashboard",
      riskTier: "moderate",
      orchestrationRole: { kind: "specialist", id: "coder" },
      contextScopeDigest: digest(VALUES.contextScope),
      handoffContractDigest: undefined,
      mutationPolicyDigest: digest(VALUES.mutationPolicy),
      normalizerId: "tusk.normalize.v1",
      stopPolicy: { maxTurns: 20, checkpoints: [] },
      protocolStatePolicy: VALUES.protocolPolicy,
    });
  });

  test("a tool that is allowed and in no catalog has no schema", () => {
    const fields = fieldsOf(withValues({ toolPolicy: { allow: ["ghost"] } }));
    expect(fields.toolPolicy).toEqual([{ tool: "ghost", schemaDigest: "" }]);
  });

  const evalGate = { minPrecision: 0.9, minRecall: 0.9, minF1: 0.9 };
  const redTeam = { plugins: ["injection"], strategies: ["crescendo"], minProbes: 1 };
  const handoffContract = { from: ["coder"], allowedTargets: [], requiredArtifacts: [], requireReturnPath: false };
  /** One change of its source for each field that has one, and the fields that change with it beside the call id. */
  const CHANGES: {
    readonly [F in Exclude<keyof CallSpecFields, "normalizerId">]: readonly [
      CallSpecDraft,
      ...(keyof CallSpecFields)[],
    ];
  } = {
    callId: [{ ...DRAFT, turn: { ...DRAFT.turn, index: 4 } }],
    modelRef: [{ ...DRAFT, modelRef: "acme/coder-3" }],
    actionMode: [{ ...DRAFT, actionMode: "code" }],
    executionPattern: [{ ...DRAFT, executionPattern: "single" }],
    toolChoice: [withValues({ toolChoice: { kind: "any" } })],
    toolPolicy: [withValues({ toolPolicy: { allow: ["read"] } })],
    toolCatalogDigest: [withRow({ effects: [] })],
    deferPolicyDigest: [withRow({ loading: "deferred" }), "toolCatalogDigest"],
    toolExampleDigest: [withRow({ exampleDigest: digest("other") }), "toolCatalogDigest"],
    allowedCallersDigest: [withRow({ allowedCallers: [] }), "toolCatalogDigest"],
    preContextFilterPolicy: [withValues({ preContextFilter: { enabled: true, tools: ["read"] } })],
    evalProfileRef: [withValues({ evalProfileRef: "eval://1" })],
    parallelPolicy: [withValues({ parallelPolicy: { enabled: true, maxBranches: 2 } })],
    toolTransportPolicy: [withValues({ transportPolicy: { parallelToolCalls: false, order: "strict" } })],
    toolResponseTruncationPolicy: [withValues({ truncationPolicy: { ...VALUES.truncationPolicy, maxBytes: 1 } })],
    toolRenderProtocolDigest: [withValues({ renderProtocol: { injectionPoints: [] } })],
    executionBoundaryPolicy: [withValues({ boundaryPolicy: { ...VALUES.boundaryPolicy, shellMayEdit: true } })],
    runtimeSandboxRef: [withValues({ sandbox: { ...VALUES.sandbox, network: "full" } })],
    compactionPolicyDigest: [withValues({ compactionPolicy: { carry: [] } })],
    reminderQueuePolicyDigest: [withValues({ reminderQueuePolicy: { dedup: false, maxItems: 8 } })],
    stateViewPolicyDigest: [withValues({ stateViewPolicy: { required: [] } })],
    decompositionPolicyDigest: [withValues({ decompositionPolicy: { patterns: [], maxFanOut: 0 } })],
    governancePolicyDigest: [withGovernance({ controlProfiles: {} })],
    guardrailStagePolicyDigest: [withGovernance({ guardrails: { required: [], list: [] } }), "governancePolicyDigest"],
    evalGatePolicyDigest: [withGovernance({ evalGate }), "governancePolicyDigest"],
    redTeamPolicyDigest: [withGovernance({ redTeam }), "governancePolicyDigest"],
    observabilityMode: [
      withGovernance({ observability: { mode: "disabled", processors: [] } }),
      "governancePolicyDigest",
    ],
    riskTier: [withGovernance({ riskTier: "high" }), "governancePolicyDigest"],
    orchestrationRole: [withValues({ role: { kind: "orchestrator", id: "coder" } })],
    contextScopeDigest: [withValues({ contextScope: { ...VALUES.contextScope, write: [] } })],
    handoffContractDigest: [withValues({ handoffContract })],
    mutationPolicyDigest: [withValues({ mutationPolicy: { close: "never" } })],
    stopPolicy: [withValues({ stopPolicy: { maxTurns: 1, checkpoints: [] } })],
    protocolStatePolicy: [withValues({ protocolPolicy: { handled: {} } })],
  };
  const WIRE_ONLY = new Set(["modelRef", "actionMode", "executionPattern"]);

  test.each(Object.entries(CHANGES))(
    "another source of %s is another field, and nothing else changes",
    (field, [draft, ...others]) => {
      const before = fieldsOf(DRAFT);
      const after = fieldsOf(draft);
      const changed = SEED_000_4_1.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
      // A policy is part of the spec, whose digest the call id is derived from.
      const callId = WIRE_ONLY.has(field) ? [] : ["callId"];
      expect(changed.toSorted()).toEqual([...new Set([field, ...others, ...callId])].sort());
    },
  );

  test("an optional policy that is bound is a digest of its value", () => {
    const fields = fieldsOf(withValues({ compactionPolicy: { carry: ["plan"] }, handoffContract }));
    expect(fields.compactionPolicyDigest).toBe(digest({ carry: ["plan"] }));
    expect(fields.handoffContractDigest).toBe(digest(handoffContract));
    const governed = fieldsOf(withGovernance({ evalGate, redTeam }));
    expect(governed.evalGatePolicyDigest).toBe(digest(evalGate));
    expect(governed.redTeamPolicyDigest).toBe(digest(redTeam));
  });
});
