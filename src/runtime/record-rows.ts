import type {
  CallSpec,
  GuardDecisions,
  ReadReply,
  ReplyActions,
  ToolFailure,
  ToolRequestDraft,
  ToolResultDraft,
} from "#kernel";
import type { DeskCall } from "#ports";
import type { BuiltRequest } from "./build-request.ts";
import { originOf } from "./reply-reading.ts";
import type { Run } from "./run.ts";

/* Each row of a turn, and what observers hear of it once it is durable. */

/** A step begins. */
export function stepStarted(run: Run, spec: CallSpec, { digest, leftOut, notes }: BuiltRequest): void {
  const step = run.state.step + 1;
  const { specDigest } = run.setting.policies;
  const callId = spec.wire.callId ?? "";
  run.beginStep();
  const request = notes.length === 0 ? { digest, leftOut } : { digest, leftOut, notes };
  run.record({ kind: "step.started", step, callId, specDigest, request });
  run.tell({ kind: "StepStarted", step, callId });
}

/** The model has answered; its calls have the host's ids. */
export function modelReplied(run: Run, reply: ReadReply, actions: ReplyActions): readonly string[] {
  const { step } = run.state;
  const { blocks, stopReason, usage, replyDigest } = reply;
  const fromText =
    actions.kind === "act" && reply.calls.length === 0 ? actions.calls.map(({ tool }) => tool) : undefined;
  const toolCallIds = (fromText ?? reply.calls).map(() => run.nextCallId());
  const replied = { kind: "model.replied", step, blocks, stopReason, usage, replyDigest, toolCallIds } as const;
  if (reply.responseId === undefined && reply.rawDigest === undefined && fromText === undefined) run.record(replied);
  else run.record({ ...replied, ...originOf(reply), ...(fromText === undefined ? {} : { textCalls: fromText }) });
  run.tell({ kind: "ModelResponded", step, stopReason, text: textOf(reply), calls: toolCallIds.length, usage });
  const { budget } = run.state;
  if (budget !== undefined) run.tell({ kind: "BudgetSpent", step, left: budget.left });
  return toolCallIds;
}

/** What a reply says in plain words. */
export function textOf({ blocks }: ReadReply): string {
  let text = "";
  for (const block of blocks) if (block.kind === "text") text += block.text;
  return text;
}

/** Calls that may run. */
export function toolsRequested(run: Run, requests: readonly ToolRequestDraft[], decisions: GuardDecisions): void {
  run.record({ kind: "tools.requested", step: run.state.step, requests, decisions });
}

/** A call runs now: its row was durable before. */
export function toolDispatched(run: Run, { toolCallId, tool, args }: DeskCall): void {
  run.emit({ kind: "ToolDispatched", step: run.state.step, toolCallId, tool: tool.name, args });
}

/** A call has ended. */
export function toolSettled(run: Run, tool: string, result: ToolResultDraft): void {
  const { step } = run.state;
  const { toolCallId, outcome, shown, error } = result;
  run.record({ kind: "tool.settled", step, result });
  const completed = { kind: "ToolCompleted", step, toolCallId, tool, outcome, shown } as const;
  run.tell(error === undefined ? completed : { ...completed, failure: failureOf(error) });
}

function failureOf({ errorCode, retryable, errorMessage }: NonNullable<ToolResultDraft["error"]>): ToolFailure {
  // The desk makes errors of failures only.
  return { code: errorCode as ToolFailure["code"], retryable, message: errorMessage };
}
