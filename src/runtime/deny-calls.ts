import { toolFailure, type ToolResultDraft } from "#kernel";
import type { DeskCall } from "#ports";
import type { Run } from "./run.ts";

/** Calls that a guardrail speaks against: none of them runs, each has its result, and the model hears why (R20). */
export function denyCalls(run: Run, calls: readonly DeskCall[], why: string): readonly ToolResultDraft[] {
  const injectionPoint = run.setting.policies.values.renderProtocol.injectionPoints[0] ?? "";
  return calls.map(({ toolCallId, tool }, order) => {
    const { code, message, retryable } = toolFailure("Denied", `${tool.name} was not run: ${why}`);
    const payload = { code, message, retryable };
    const result: ToolResultDraft = {
      toolCallId,
      outcome: "denied",
      provenance: { kind: "api", ref: `tools/${tool.name}` },
      seq: run.nextSeq(),
      order,
      injectionPoint,
      payload,
      shown: JSON.stringify(payload),
      error: { errorCode: code, retryable, errorMessage: message },
    };
    // Nobody hears of its end: it has not begun.
    run.record({ kind: "tool.settled", step: run.state.step, result });
    return result;
  });
}
