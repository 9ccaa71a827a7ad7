import { describe, expect, test } from "vitest";
import { sha256 } from "#platform";
import { CLOSED_TURN } from "../../../conformance/closed-turn.ts";
import { normalizeEvidence } from "./normalize.ts";
import type { NormalizedEvidence } from "./normalized.ts";
import type { TypestateEvidenceInput } from "./wire.ts";

function normalized(input: TypestateEvidenceInput): NormalizedEvidence {
  const normalization = normalizeEvidence(input, sha256);
  if (!normalization.ok) throw new Error(normalization.reason);
  return normalization.evidence;
}

function reasonFor(change: Partial<TypestateEvidenceInput>): string | undefined {
  const normalization = normalizeEvidence({ ...CLOSED_TURN, ...change }, sha256);
  return normalization.ok ? undefined : normalization.reason;
}

describe("digests (contract 1.6)", () => {
  /** The turn whose digests the contract states. */
  const KNOWN: TypestateEvidenceInput = {
    callSpec: {
      callId: "call-1",
      modelRef: "gpt-5",
      actionMode: "code",
      executionPattern: "parallel",
      normalizerId: "nf.v1",
      mutationPolicyDigest: "mut.pol.v1",
      governancePolicyDigest: "gov.pol.v1",
      toolRenderProtocolDigest: "render.pol.v1",
      reminderQueuePolicyDigest: "queue.pol.v1",
      stateViewPolicyDigest: "state.pol.v1",
      decompositionPolicyDigest: "decomp.pol.v1",
    },
    toolRequests: [{ toolCallId: "tc-1", toolName: "fs.read" }],
    toolResults: [{ toolCallId: "tc-1", status: "ok", resultDigest: "sha256:result-a" }],
    toolUse: [{ toolCallId: "tc-1", disposition: "consumed", resultDigest: "sha256:result-a" }],
    protocolState: { stopReason: "tool_use", continuationAllowed: true },
    handoff: {
      target: "worker.frontend",
      requiredArtifactRefs: ["artifact://design/spec"],
      returnPathRef: "handoff://return/main",
    },
    toolRender: [
      {
        toolCallId: "tc-1",
        operatorPayloadDigest: "sha256:operator-a",
        reminderRenderDigest: "sha256:reminder-a",
        injectionPoint: "tool_response",
        policyDigest: "render.pol.v1",
      },
    ],
    reminderQueue: [{ queueId: "queue/default", reducedDigest: "sha256:queue-a", policyDigest: "queue.pol.v1" }],
    stateViews: [
      {
        viewId: "state/latest",
        viewDigest: "sha256:view-a",
        policyDigest: "state.pol.v1",
        sourceRefs: ["handoff://return/main"],
      },
    ],
  };

  test("are the known ones for the turn that the contract names (K09, contract 1.6)", () => {
    expect(normalized(KNOWN).digests).toMatchObject({
      callSpecDigest: "sha256:8ae5508793658e72c41d010ef2afd9cc1242ff88d6483001d2ed887b35c82a97",
      joinSetDigest: "sha256:db7ba52648cc9e4f3ba87de0a288e46e7fa354c8f54d3acb069b5570fdaf7446",
    });
  });

  test("of an empty set are the digest of the empty list, and there is none of a handoff that is not there", () => {
    const empty = "sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945";
    const { callSpec, protocolState } = CLOSED_TURN;
    expect(normalized({ callSpec, protocolState, handoff: null }).digests).toMatchObject({
      handoffDigest: undefined,
      requestSetDigest: empty,
      resultSetDigest: empty,
      useSetDigest: empty,
      toolRenderSetDigest: empty,
      reminderQueueSetDigest: empty,
      stateViewSetDigest: empty,
    });
  });

  test("do not cover session and trajectory refs", () => {
    const { digests } = normalized({ ...CLOSED_TURN, sessionRefs: ["session://other"], trajectoryRefs: [] });
    expect(digests).toEqual(normalized(CLOSED_TURN).digests);
  });

  test("are one for a surface that is absent and one that is empty", () => {
    const { callSpec, protocolState } = CLOSED_TURN;
    const bare = normalized({ callSpec, protocolState });
    expect(
      normalized({
        callSpec,
        protocolState,
        toolRequests: [],
        toolResults: [],
        toolUse: [],
        toolRender: [],
        reminderQueue: [],
        stateViews: [],
        sessionRefs: [" "],
        handoff: null,
      }),
    ).toEqual(bare);
  });
});

type CallSpecField = keyof TypestateEvidenceInput["callSpec"];
type RowSurface = "toolRequests" | "toolResults" | "toolUse" | "toolRender" | "reminderQueue" | "stateViews";

/** The closed turn with one row a surface and every required text blank. */
const BLANK: TypestateEvidenceInput = {
  callSpec: {
    callId: " ",
    modelRef: "",
    actionMode: "\t",
    executionPattern: " ",
    normalizerId: " ",
    mutationPolicyDigest: " ",
    governancePolicyDigest: " ",
    toolRenderProtocolDigest: " ",
    reminderQueuePolicyDigest: " ",
    stateViewPolicyDigest: " ",
    decompositionPolicyDigest: "\u0085",
  },
  toolRequests: [{ toolCallId: " ", toolName: " " }],
  toolResults: [{ toolCallId: " ", status: "pending" }],
  toolUse: [{ toolCallId: " ", disposition: " " }],
  toolRender: [
    { toolCallId: " ", operatorPayloadDigest: " ", reminderRenderDigest: " ", injectionPoint: " ", policyDigest: " " },
  ],
  reminderQueue: [{ queueId: " ", reducedDigest: " ", policyDigest: " " }],
  stateViews: [{ viewId: " ", viewDigest: " ", policyDigest: " " }],
  protocolState: { stopReason: " " },
  handoff: { target: " " },
};

type Mend = (evidence: TypestateEvidenceInput) => TypestateEvidenceInput;

function mendSpec(field: CallSpecField): Mend {
  return (evidence) => ({ ...evidence, callSpec: { ...evidence.callSpec, [field]: CLOSED_TURN.callSpec[field] } });
}

function mendRow(surface: RowSurface, change: Readonly<Record<string, string>>): Mend {
  return (evidence) => ({ ...evidence, [surface]: [{ ...evidence[surface]?.[0], ...change }] });
}

/** Each reason in the contract's order, with what mends it: only then may the next one be named. */
const REASONS: readonly (readonly [string, Mend])[] = [
  ["callSpec.callId must be non-empty", mendSpec("callId")],
  ["callSpec.modelRef must be non-empty", mendSpec("modelRef")],
  ["callSpec.actionMode must be non-empty", mendSpec("actionMode")],
  ["callSpec.executionPattern must be non-empty", mendSpec("executionPattern")],
  ["callSpec.normalizerId must be non-empty", mendSpec("normalizerId")],
  ["callSpec.mutationPolicyDigest must be non-empty", mendSpec("mutationPolicyDigest")],
  ["callSpec.governancePolicyDigest must be non-empty", mendSpec("governancePolicyDigest")],
  ["callSpec.toolRenderProtocolDigest must be non-empty", mendSpec("toolRenderProtocolDigest")],
  ["callSpec.reminderQueuePolicyDigest must be non-empty", mendSpec("reminderQueuePolicyDigest")],
  ["callSpec.stateViewPolicyDigest must be non-empty", mendSpec("stateViewPolicyDigest")],
  ["callSpec.decompositionPolicyDigest must be non-empty", mendSpec("decompositionPolicyDigest")],
  ["toolRequests[].toolCallId must be non-empty", mendRow("toolRequests", { toolCallId: "a" })],
  ["toolRequests[].toolName must be non-empty", mendRow("toolRequests", { toolName: "read" })],
  [
    "toolResults[].status invalid: unsupported value `pending` (expected `ok` or `error`)",
    mendRow("toolResults", { status: "ok" }),
  ],
  ["toolResults[].toolCallId must be non-empty", mendRow("toolResults", { toolCallId: "a" })],
  ["toolUse[].disposition must be non-empty", mendRow("toolUse", { disposition: "observed_only" })],
  [
    "toolUse[].disposition invalid: unsupported value `observed_only` (expected consumed|observed|discarded)",
    mendRow("toolUse", { disposition: "observed" }),
  ],
  ["toolUse[].toolCallId must be non-empty", mendRow("toolUse", { toolCallId: "a" })],
  ["toolRender[].toolCallId must be non-empty", mendRow("toolRender", { toolCallId: "a" })],
  ["toolRender[].operatorPayloadDigest must be non-empty", mendRow("toolRender", { operatorPayloadDigest: "o" })],
  ["toolRender[].reminderRenderDigest must be non-empty", mendRow("toolRender", { reminderRenderDigest: "r" })],
  ["toolRender[].injectionPoint must be non-empty", mendRow("toolRender", { injectionPoint: "i" })],
  ["toolRender[].policyDigest must be non-empty", mendRow("toolRender", { policyDigest: "p" })],
  ["reminderQueue[].queueId must be non-empty", mendRow("reminderQueue", { queueId: "q" })],
  ["reminderQueue[].reducedDigest must be non-empty", mendRow("reminderQueue", { reducedDigest: "r" })],
  ["reminderQueue[].policyDigest must be non-empty", mendRow("reminderQueue", { policyDigest: "p" })],
  ["stateViews[].viewId must be non-empty", mendRow("stateViews", { viewId: "v" })],
  ["stateViews[].viewDigest must be non-empty", mendRow("stateViews", { viewDigest: "d" })],
  ["stateViews[].policyDigest must be non-empty", mendRow("stateViews", { policyDigest: "p" })],
  [
    "protocolState.stopReason must be non-empty",
    (evidence) => ({ ...evidence, protocolState: { stopReason: "end_turn" } }),
  ],
  ["handoff.target must be non-empty", (evidence) => ({ ...evidence, handoff: { target: "tester" } })],
];

describe("evidence that cannot be normalised", () => {
  test("is refused for its first reason in the contract's order, in the contract's words (contract 1.2)", () => {
    const named: string[] = [];
    let evidence = BLANK;
    for (const [, mend] of REASONS) {
      const normalization = normalizeEvidence(evidence, sha256);
      named.push(normalization.ok ? "nothing" : normalization.reason);
      evidence = mend(evidence);
    }
    expect(named).toEqual(REASONS.map(([reason]) => reason));
    expect(normalizeEvidence(evidence, sha256).ok).toBe(true);
  });

  test.each<[string, Partial<TypestateEvidenceInput>]>([
    [
      "toolRequests contains conflicting duplicate toolCallId: read-1",
      { toolRequests: twice("toolRequests", "toolName") },
    ],
    [
      "toolResults contains conflicting duplicate toolCallId: read-1",
      { toolResults: twice("toolResults", "resultDigest") },
    ],
    ["toolUse contains conflicting duplicate toolCallId: read-1", { toolUse: twice("toolUse", "resultDigest") }],
    [
      "toolRender contains conflicting duplicate toolCallId: read-1",
      { toolRender: twice("toolRender", "policyDigest") },
    ],
    // The reference says toolCallId for queues and views too.
    [
      "reminderQueue contains conflicting duplicate toolCallId: queue/main",
      { reminderQueue: twice("reminderQueue", "reducedDigest") },
    ],
    [
      "stateViews contains conflicting duplicate toolCallId: view/files",
      { stateViews: twice("stateViews", "viewDigest") },
    ],
  ])("%s (contract 1.2, step 3)", (reason, change) => {
    expect(reasonFor(change)).toBe(reason);
  });

  test("names the conflict that comes first in the file", () => {
    const rows = ["z", "a", "z", "a"].map((toolCallId, at) => ({ toolCallId, toolName: `tool-${at}` }));
    expect(reasonFor({ toolRequests: rows })).toBe("toolRequests contains conflicting duplicate toolCallId: z");
  });

  test("names a conflict even when a later row is not valid", () => {
    const toolUse = [
      { toolCallId: "a", disposition: "consumed" },
      { toolCallId: "a", disposition: "observed" },
      { toolCallId: "b", disposition: "lost" },
    ];
    expect(reasonFor({ toolUse })).toBe("toolUse contains conflicting duplicate toolCallId: a");
  });

  test("names a row that is not valid when the conflict comes later", () => {
    const toolUse = [
      { toolCallId: "a", disposition: "consumed" },
      { toolCallId: " ", disposition: "consumed" },
      { toolCallId: "a", disposition: "observed" },
    ];
    expect(reasonFor({ toolUse })).toBe("toolUse[].toolCallId must be non-empty");
  });

  test("names a conflict on one surface before a blank on a later one", () => {
    const toolRequests = twice("toolRequests", "toolName");
    expect(reasonFor({ toolRequests, handoff: { target: " " } })).toContain("toolRequests contains conflicting");
  });

  test("compares normalised rows: a conflict only in dropped material is none", () => {
    const toolResults = [
      { toolCallId: "read-1", status: "ok", errorCode: "E" },
      { toolCallId: " read-1", errorMessage: " " },
    ];
    expect(reasonFor({ toolResults })).toBeUndefined();
    expect(normalized({ ...CLOSED_TURN, toolResults }).toolResults).toEqual([{ status: "ok", toolCallId: "read-1" }]);
  });
});

/** The first row of a surface twice, the second time with another value in one field. */
function twice<S extends RowSurface>(
  surface: S,
  field: string,
): readonly [(typeof CLOSED_TURN)[S][0], (typeof CLOSED_TURN)[S][0]] {
  const row = CLOSED_TURN[surface][0];
  return [row, { ...row, [field]: "another" }];
}

describe("what is derived (contract 1.3)", () => {
  test("a closed turn lists its calls sorted, and nothing is open", () => {
    expect(normalized(CLOSED_TURN).joinState).toEqual({
      joinClosed: true,
      requestedCallIds: ["bash-2", "read-1"],
      resultCallIds: ["bash-2", "read-1"],
      usedCallIds: ["bash-2", "read-1"],
    });
  });

  test("each side that lacks the other is listed, and the join is open", () => {
    const evidence = normalized({
      ...CLOSED_TURN,
      toolRequests: ["b", "a"].map((toolCallId) => ({ toolCallId, toolName: "read" })),
      toolResults: ["d", "b", "c"].map((toolCallId) => ({ toolCallId })),
      toolUse: ["e", "c"].map((toolCallId) => ({ toolCallId, disposition: "observed" })),
    });
    expect(evidence.joinState).toEqual({
      joinClosed: false,
      missingResultCallIds: ["a"],
      missingUseCallIds: ["b", "d"],
      orphanResultCallIds: ["c", "d"],
      requestedCallIds: ["a", "b"],
      resultCallIds: ["b", "c", "d"],
      unknownUseCallIds: ["e"],
      usedCallIds: ["c", "e"],
    });
  });

  const READY = {
    continuationContextReady: true,
    queueIds: ["queue/main"],
    queuePolicyValid: true,
    queueReductionPresent: true,
    renderCallIds: ["bash-2", "read-1"],
    renderPolicyValid: true,
    stateViewIds: ["view/files"],
    stateViewPolicyValid: true,
    stateViewPresent: true,
  };

  test("a context with every rendering, a queue and a view under the bound policies is ready", () => {
    expect(normalized(CLOSED_TURN).contextState).toEqual(READY);
  });

  const other = { policyDigest: "policy:other" };

  test.each<[string, Partial<TypestateEvidenceInput>, object]>([
    [
      "a rendering is missing",
      { toolRender: CLOSED_TURN.toolRender.slice(0, 1) },
      { renderCallIds: ["read-1"], missingRenderCallIds: ["bash-2"] },
    ],
    [
      "a rendering was made under another policy",
      { toolRender: [CLOSED_TURN.toolRender[0], { ...CLOSED_TURN.toolRender[1], ...other }] },
      { renderPolicyValid: false },
    ],
    ["no queue was reduced", { reminderQueue: [] }, { queueIds: undefined, queueReductionPresent: false }],
    [
      "a queue was reduced under another policy",
      { reminderQueue: [{ ...CLOSED_TURN.reminderQueue[0], ...other }] },
      { queuePolicyValid: false },
    ],
    ["there is no view", { stateViews: [] }, { stateViewIds: undefined, stateViewPresent: false }],
    [
      "a view was made under another policy",
      { stateViews: [{ ...CLOSED_TURN.stateViews[0], ...other }] },
      { stateViewPolicyValid: false },
    ],
  ])("a context is not ready when %s, unless the turn does not go on", (_what, change, state) => {
    expect(normalized({ ...CLOSED_TURN, ...change }).contextState).toEqual({
      ...READY,
      ...state,
      continuationContextReady: false,
    });
    expect(normalized({ ...CLOSED_TURN, ...change, protocolState: { stopReason: "end_turn" } }).contextState).toEqual({
      ...READY,
      ...state,
    });
  });
});
