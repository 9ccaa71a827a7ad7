import type {
  CallSpec,
  GuardDecisions,
  JoinClosed,
  ReadReply,
  ToolRequestDraft,
  ToolResultDraft,
  ToolFailure,
  TurnClosing,
  UseDraft,
} from "#kernel";
import type { DeskCall } from "#ports";
import type { Run } from "./run.ts";

/* Each row of a turn with what it means for the history, and what observers hear of it once it is durable. */

export function stepStarted(run: Run, spec: CallSpec, digest: string): void {
  const { specDigest, mode, pattern, model } = run.setting;
  const { step } = run;
  const callId = spec.wire.callId ?? "";
  const request = { digest, messages: run.history.length };
  run.record({
    kind: "step.started",
    step,
    callId,
    specDigest,
    modelRef: model.ref,
    actionMode: mode.mode,
    executionPattern: pattern,
    request,
  });
  run.isStepOpen = true;
  run.tell({ kind: "StepStarted", step, callId });
}

export function modelReplied(run: Run, reply: ReadReply, toolCallIds: readonly string[]): void {
  const { step } = run;
  const { blocks, stopReason, usage, responseId, replyDigest } = reply;
  const id = responseId === undefined ? {} : { responseId };
  run.record({ kind: "model.replied", step, blocks, stopReason, usage, ...id, replyDigest, toolCallIds });
  run.history.addReply(blocks, toolCallIds);
  run.chain(replyDigest);
  run.reminders = [];
  run.tell({ kind: "ModelResponded", step, stopReason, text: textOf(reply), calls: reply.calls.length, usage });
}

/** What a reply says in plain words. */
export function textOf({ blocks }: ReadReply): string {
  return blocks.flatMap((block) => (block.kind === "text" ? [block.text] : [])).join("");
}

export function toolsRequested(run: Run, requests: readonly ToolRequestDraft[], decisions: GuardDecisions): void {
  run.record({ kind: "tools.requested", step: run.step, requests, decisions });
}

export function toolDispatched(run: Run, { toolCallId, tool, args }: DeskCall): void {
  // Its row was durable before.
  run.emit({ kind: "ToolDispatched", step: run.step, toolCallId, tool: tool.name, args });
}

export async function toolSettled(run: Run, tool: string, result: ToolResultDraft): Promise<void> {
  const { toolCallId, outcome, shown, error } = result;
  run.record({ kind: "tool.settled", step: run.step, result });
  run.history.addAnswer({ toolCallId, tool, text: shown, isFailure: outcome !== "ok" });
  run.tell({
    kind: "ToolCompleted",
    step: run.step,
    toolCallId,
    tool,
    outcome,
    shown,
    ...(error && { failure: failureOf(error) }),
  });
  await run.durable();
}

function failureOf({ errorCode, retryable, errorMessage }: NonNullable<ToolResultDraft["error"]>): ToolFailure {
  // The desk makes errors of failures only.
  return { code: errorCode as ToolFailure["code"], retryable, message: errorMessage };
}

export function joinClosed(run: Run, use: UseDraft, closing: TurnClosing, join: JoinClosed): void {
  const { step } = run;
  const { evidenceDigest } = join;
  run.record({ kind: "join.closed", step, use, closing, evidenceDigest });
  run.chain(evidenceDigest);
  run.isStepOpen = false;
  run.tell({ kind: "StepClosed", step });
}
