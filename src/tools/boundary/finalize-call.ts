import { type Json, type Shown, showText, toolFailure, type ToolFailure, type ToolFailureCode } from "#kernel";
import { sha256 } from "#platform";
import type { CallRecord, CallSetting, Settlement, ToolCall } from "#ports";
import { changedText, type Execution, NO_RECORD } from "./execute-call.ts";
import { failedRun } from "./failed-run.ts";
import { isPromiseLike } from "./is-promise-like.ts";
import { type JudgedOutput, judgeOutput, payloadText } from "./judge-output.ts";
import { openCall, type PreparedCall, type ReadyCall } from "./prepared-call.ts";

/** The settlement of a call that was not fit to run. */
export function refuseCall(call: ToolCall, failure: ToolFailure, setting: CallSetting): Settlement {
  const { toolCallId, tool } = call;
  return { toolCallId, tool, repairs: [], ...failed({ executed: false, failure, record: NO_RECORD }, setting) };
}

/**
 * Makes a result of what a call came to: an output that its schema has checked and that is JSON, or a failure (T03). What the model
 * sees of it is cut by the policy.
 */
export function finalizeCall(
  prepared: PreparedCall,
  execution: Execution,
  setting: CallSetting,
): Settlement | Promise<Settlement> {
  const call = openCall(prepared);
  if (execution.kind === "failed") return settledFailure(call, execution, setting);
  const { record } = execution;
  const judged = judgeOutput(call.tool, execution.output, setting.signal);
  if (!isPromiseLike(judged)) return settled(call, { judged, record }, setting);
  return judged.then((late) => settled(call, { judged: late, record }, setting));
}

interface Returned {
  readonly judged: JudgedOutput;
  readonly record: CallRecord;
}

function settled(call: ReadyCall, { judged, record }: Returned, setting: CallSetting): Settlement {
  if (judged.kind !== "fits") {
    const failure =
      judged.kind === "misfit"
        ? failedRun(call, { cause: judged.fault, record, kind: "Serialization" }, setting)
        : unjudged(call, record);
    return settledFailure(call, { executed: true, failure, record }, setting);
  }
  const { toolCallId, tool, args, repairs } = call;
  const { text: shown, cut } = shownOf(judged.text, setting);
  const settlement: Settlement = {
    toolCallId,
    tool: tool.name,
    executed: true,
    outcome: "ok",
    args,
    repairs,
    payload: judged.payload,
    shown,
    reads: record.reads,
    artifacts: record.artifacts,
  };
  if (record.shell === undefined && cut === undefined) return settlement;
  return { ...settlement, ...(record.shell && { shell: record.shell }), ...(cut && { truncation: cut }) };
}

/** What the model sees of a text; one that is cut is kept whole first, so that the name it is told leads somewhere (R23). */
function shownOf(text: string, { truncation, artifacts }: CallSetting): Shown {
  const shown = showText(text, truncation, sha256);
  if (shown.cut !== undefined) artifacts?.put(text);
  return shown;
}

/** The tool has ended, and whether that was well will not be known. */
function unjudged({ tool }: ReadyCall, record: CallRecord): ToolFailure {
  const text = `${tool.name} was cancelled while its output was judged: whether it took effect is unknown`;
  return toolFailure("Interrupted", text + changedText(record));
}

/** How a failure is recorded: each of these words asks for other evidence. */
const OUTCOMES: Readonly<Record<ToolFailureCode, Settlement["outcome"]>> = {
  InvalidInput: "failed",
  NotFound: "failed",
  Denied: "denied",
  Timeout: "timeout",
  NonZeroExit: "failed",
  Interrupted: "interrupted",
};

interface Failed {
  readonly executed: boolean;
  readonly failure: ToolFailure;
  readonly record: CallRecord;
}

function settledFailure({ toolCallId, tool, args, repairs }: ReadyCall, end: Failed, setting: CallSetting): Settlement {
  return { toolCallId, tool: tool.name, args, repairs, ...failed(end, setting) };
}

type AnyFailed = Omit<Settlement, "toolCallId" | "tool" | "repairs" | "args">;

function failed({ executed, failure, record }: Failed, setting: CallSetting): AnyFailed {
  const { code, message, retryable } = failure;
  const payload: Json = { code, message, retryable };
  // A call that left traces was not denied, whatever its tool says.
  const outcome =
    code === "Denied" && (record.artifacts.length > 0 || record.shell !== undefined) ? "failed" : OUTCOMES[code];
  const { text: shown, cut } = shownOf(payloadText(payload), setting);
  return { executed, outcome, payload, shown, ...(cut && { truncation: cut }), failure, ...record };
}
