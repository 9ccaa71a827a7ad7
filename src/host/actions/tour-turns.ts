import type { JoinCheckInput } from "#kernel";

/** One turn of the tour: what happened, told to a person, and its evidence. */
export interface TourTurn {
  readonly title: string;
  readonly story: string;
  readonly input: JoinCheckInput;
}

type Evidence = JoinCheckInput["evidence"];

const CALLS = ["read-1", "test-2"] as const;

const GOLDEN_EVIDENCE: Evidence = {
  callSpec: {
    callId: "turn-7",
    modelRef: "any/model",
    actionMode: "json",
    executionPattern: "chain",
    normalizerId: "tusk.normalize.v1",
    mutationPolicyDigest: "policy:mutation/v1",
    governancePolicyDigest: "policy:governance/v1",
    toolRenderProtocolDigest: "policy:render/v1",
    reminderQueuePolicyDigest: "policy:reminders/v1",
    stateViewPolicyDigest: "policy:views/v1",
    decompositionPolicyDigest: "policy:decomposition/v1",
  },
  toolRequests: [
    { toolCallId: "read-1", toolName: "read" },
    { toolCallId: "test-2", toolName: "bash" },
  ],
  toolResults: [
    { toolCallId: "read-1", status: "ok", payload: { path: "src/parser.ts", lines: 84 } },
    { toolCallId: "test-2", status: "ok", payload: { command: "npm test", exit_code: 0 } },
  ],
  toolUse: CALLS.map((toolCallId) => ({ toolCallId, disposition: "consumed" })),
  protocolState: { stopReason: "tool_use", continuationAllowed: true },
  toolRender: CALLS.map((toolCallId) => ({
    toolCallId,
    operatorPayloadDigest: `operator:${toolCallId}`,
    reminderRenderDigest: `reminder:${toolCallId}`,
    injectionPoint: "tool_response",
    policyDigest: "policy:render/v1",
  })),
  reminderQueue: [{ queueId: "default", reducedDigest: "queue:reduced", policyDigest: "policy:reminders/v1" }],
  stateViews: [{ viewId: "open-work", viewDigest: "view:open-work", policyDigest: "policy:views/v1" }],
  sessionRefs: ["session://tour"],
};

/** The turn that closes: two calls, two results, both used, context rebuilt. */
export const GOLDEN_TURN: TourTurn = {
  title: "A turn that closes",
  story: "The model read a file and ran the tests. Both calls have a result, both results were used.",
  input: { evidence: GOLDEN_EVIDENCE },
};

function broken(title: string, story: string, change: Partial<Evidence>, rest: Partial<JoinCheckInput> = {}): TourTurn {
  return { title, story, input: { evidence: { ...GOLDEN_EVIDENCE, ...change }, ...rest } };
}

/** Turns that go wrong the way they do in practice, each the golden turn with one thing broken. */
export const BROKEN_TURNS: readonly TourTurn[] = [
  broken("A tool died", "The test run was killed; nobody wrote a result for it.", {
    toolResults: GOLDEN_EVIDENCE.toolResults?.slice(0, 1) ?? [],
    toolUse: GOLDEN_EVIDENCE.toolUse?.slice(0, 1) ?? [],
  }),
  broken("A result from nowhere", "After a crash a stale result of another turn was replayed.", {
    toolResults: [...(GOLDEN_EVIDENCE.toolResults ?? []), { toolCallId: "edit-9", payload: "done" }],
    toolUse: [...(GOLDEN_EVIDENCE.toolUse ?? []), { toolCallId: "edit-9", disposition: "observed" }],
    toolRender: [
      ...(GOLDEN_EVIDENCE.toolRender ?? []),
      {
        toolCallId: "edit-9",
        operatorPayloadDigest: "operator:edit-9",
        reminderRenderDigest: "reminder:edit-9",
        injectionPoint: "tool_response",
        policyDigest: "policy:render/v1",
      },
    ],
  }),
  broken("A result nobody looked at", "The failing test was printed and then ignored.", {
    toolUse: GOLDEN_EVIDENCE.toolUse?.slice(0, 1) ?? [],
  }),
  broken("A failure told as prose", "The tool failed and answered with a sentence instead of a typed error.", {
    toolResults: [
      { toolCallId: "read-1", status: "error", rawError: "permission denied, sorry" },
      ...(GOLDEN_EVIDENCE.toolResults?.slice(1) ?? []),
    ],
  }),
  broken("A stop nobody understands", "The provider introduced a new stop reason; the loop would go on regardless.", {
    protocolState: { stopReason: "refusal", continuationAllowed: true },
  }),
  broken(
    "The model would go on blind",
    "The state view is gone: the next request would be built from memory of chat.",
    {
      stateViews: [],
    },
  ),
  broken("A view made under an old policy", "The policy changed in the middle of the run.", {
    stateViews: [{ viewId: "open-work", viewDigest: "view:open-work", policyDigest: "policy:views/v0" }],
  }),
  broken(
    "A handoff without its artifact",
    "Work is passed to a specialist, but the plan it needs does not travel along.",
    { handoff: { target: "worker.frontend", requiredArtifactRefs: [], returnPathRef: "handoff://return/main" } },
    {
      handoffConstraints: {
        requiredArtifactRefs: ["artifact://plan"],
        allowedTargets: ["worker.frontend"],
        requireReturnPath: true,
      },
    },
  ),
  broken(
    "A policy that is not the pinned one",
    "Governance is claimed, and somebody swapped the policy package.",
    {},
    {
      governanceProfile: {
        claimId: "profile.doctrine_inf_governance.v0",
        claimed: true,
        policyProvenance: {
          pinned: true,
          packageRef: "policy@1.2.0",
          expectedDigest: "sha256:pinned",
          boundDigest: "sha256:swapped",
        },
      },
    },
  ),
];

/** A turn of the conformance suite, judged in the full profile. */
export interface FullTourTurn {
  readonly title: string;
  readonly story: string;
  readonly file: string;
}

const FULL = "conformance/turns/full";

/** What only the full profile sees: the policies behind the digests, the sandbox, the guardrails, the scope of a role. */
export const FULL_TURNS: readonly FullTourTurn[] = [
  {
    title: "A full turn that closes",
    story: "Read, edit, test; every policy is a value, every digest was recomputed.",
    file: `${FULL}/golden/issue-updated.json`,
  },
  {
    title: "Another command ran than was approved",
    story: "The person approved `npm test`; the shell ran something else.",
    file: `${FULL}/adversarial/command-swapped-after-approval.json`,
  },
  {
    title: "A guardrail was asked afterwards",
    story: "The pre-flight check stands in the journal after the first result.",
    file: `${FULL}/adversarial/guard-asked-afterwards.json`,
  },
  {
    title: "A specialist read elsewhere",
    story: "The role may read the repository; the tool read a home folder.",
    file: `${FULL}/adversarial/specialist-reads-elsewhere.json`,
  },
  {
    title: "Everything was declared valid",
    story: "The file says true wherever it can. Booleans can add a violation, never remove one.",
    file: `${FULL}/adversarial/all-declared-valid.json`,
  },
];
