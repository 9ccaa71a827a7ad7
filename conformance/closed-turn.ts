import {
  type CheckRow,
  type FailClass,
  type JoinCheckInput,
  type JoinReport,
  judgeJoin,
  type TypestateEvidenceInput,
} from "#kernel";
import { sha256 } from "#platform";

/** The evidence of a turn that closes, with every optional field present: tests break one thing of it at a time. */
export const CLOSED_TURN = {
  callSpec: {
    callId: "turn-4",
    modelRef: "acme/coder-2",
    actionMode: "json",
    executionPattern: "chain",
    normalizerId: "tusk.normalize.v1",
    mutationPolicyDigest: "policy:mutation@4",
    governancePolicyDigest: "policy:governance@2",
    toolRenderProtocolDigest: "policy:render@3",
    reminderQueuePolicyDigest: "policy:reminders@7",
    stateViewPolicyDigest: "policy:views@5",
    decompositionPolicyDigest: "policy:decomposition@1",
  },
  toolRequests: [
    {
      toolCallId: "read-1",
      toolName: "read",
      schemaDigest: "schema:read",
      callerId: "model",
      searchRefDigest: "search:1",
    },
    { toolCallId: "bash-2", toolName: "bash" },
  ],
  toolResults: [
    { toolCallId: "read-1", status: "ok", payload: { lines: 40 } },
    { toolCallId: "bash-2", status: "error", errorCode: "Timeout", retryable: true, errorMessage: "after 120 s" },
  ],
  toolUse: [
    { toolCallId: "read-1", disposition: "consumed", resultDigest: "result:read" },
    { toolCallId: "bash-2", disposition: "discarded" },
  ],
  protocolState: { stopReason: "tool_use", continuationAllowed: true },
  handoff: { target: "tester", requiredArtifactRefs: ["file://plan.md"], returnPathRef: "session://main" },
  toolRender: [
    {
      toolCallId: "read-1",
      operatorPayloadDigest: "operator:read",
      reminderRenderDigest: "reminder:read",
      injectionPoint: "tool_response",
      policyDigest: "policy:render@3",
    },
    {
      toolCallId: "bash-2",
      operatorPayloadDigest: "operator:bash",
      reminderRenderDigest: "reminder:bash",
      injectionPoint: "system_reminder",
      policyDigest: "policy:render@3",
    },
  ],
  reminderQueue: [{ queueId: "queue/main", reducedDigest: "queue:reduced", policyDigest: "policy:reminders@7" }],
  stateViews: [
    { viewId: "view/files", viewDigest: "view:files", policyDigest: "policy:views@5", sourceRefs: ["file://src/a.ts"] },
  ],
  sessionRefs: ["session://main"],
  trajectoryRefs: ["trajectory://main/4"],
} as const satisfies TypestateEvidenceInput;

/** The report on an input that can be judged; anything else fails the test that asked. */
export function judge(input: JoinCheckInput): JoinReport {
  const judgement = judgeJoin(input, sha256);
  if (!judgement.ok) throw new Error(`the input cannot be judged: ${judgement.reason}`);
  return judgement.report;
}

/** How the rule of one class ended on an input. */
export function checkOf(failClass: FailClass, input: JoinCheckInput): CheckRow | undefined {
  return judge(input).checks.find((row) => row.class === failClass);
}
