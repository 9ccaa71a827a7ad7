/** The evidence of one closed turn with `calls` calls, about 650 bytes a call: what a long tool loop leaves. */
export function evidenceOf(calls: number): string {
  const ids = Array.from({ length: calls }, (_, index) => `tc-${index + 1}`);
  const hex = (index: number) => `sha256:${index.toString(16).padStart(64, "0")}`;
  const evidence = {
    callSpec: {
      callId: "call-1",
      modelRef: "bench/model",
      actionMode: "code",
      executionPattern: "parallel",
      normalizerId: "tusk.normalize.v1",
      mutationPolicyDigest: "policy:mutation",
      governancePolicyDigest: "policy:governance",
      toolRenderProtocolDigest: "policy:render",
      reminderQueuePolicyDigest: "policy:reminders",
      stateViewPolicyDigest: "policy:views",
      decompositionPolicyDigest: "policy:decomposition",
    },
    toolRequests: ids.map((toolCallId, index) => ({ toolCallId, toolName: "read", schemaDigest: hex(index) })),
    toolResults: ids.map((toolCallId, index) => ({
      toolCallId,
      status: "ok",
      payload: { path: `src/file-${index}.ts`, lines: index % 900, share: (index % 100) / 128, text: "const x = 1;" },
    })),
    toolUse: ids.map((toolCallId, index) => ({ toolCallId, disposition: "consumed", resultDigest: hex(index) })),
    protocolState: { stopReason: "tool_use", continuationAllowed: true },
    toolRender: ids.map((toolCallId, index) => ({
      toolCallId,
      operatorPayloadDigest: hex(index),
      reminderRenderDigest: hex(index + 1),
      injectionPoint: "tool_response",
      policyDigest: "policy:render",
    })),
    reminderQueue: [{ queueId: "default", reducedDigest: hex(1), policyDigest: "policy:reminders" }],
    stateViews: [{ viewId: "open-work", viewDigest: hex(2), policyDigest: "policy:views" }],
  };
  return JSON.stringify({ evidence });
}
