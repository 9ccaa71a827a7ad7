import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JoinCheckInput } from "#kernel";

type Evidence = JoinCheckInput["evidence"];

const CLOSED: Evidence = {
  callSpec: {
    callId: "turn-1",
    modelRef: "any/model",
    actionMode: "json",
    executionPattern: "single",
    normalizerId: "normalizer",
    mutationPolicyDigest: "policy:mutation",
    governancePolicyDigest: "policy:governance",
    toolRenderProtocolDigest: "policy:render",
    reminderQueuePolicyDigest: "policy:queue",
    stateViewPolicyDigest: "policy:views",
    decompositionPolicyDigest: "policy:decomposition",
  },
  toolRequests: [{ toolCallId: "call-1", toolName: "read" }],
  toolResults: [{ toolCallId: "call-1", payload: { lines: 3 } }],
  toolUse: [{ toolCallId: "call-1", disposition: "observed" }],
  protocolState: { stopReason: "end_turn" },
};

/** A turn that closes, with parts of its evidence changed. */
export function turn(change: Partial<Evidence> = {}): JoinCheckInput {
  return { evidence: { ...CLOSED, ...change } };
}

/** A turn with a request that nobody answered; its id is what the tests want to see again. */
export function openTurn(toolCallId = "call-2"): JoinCheckInput {
  return turn({ toolRequests: [...(CLOSED.toolRequests ?? []), { toolCallId, toolName: "bash" }] });
}

/** Writes JSON into a folder and answers the path. */
export function writeJson(folder: string, name: string, value: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(value));
  return path;
}
