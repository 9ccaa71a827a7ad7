import { toolFailure, type ToolFailure } from "#kernel";
import type { CallRecord, CallSetting, CallWorkspace, ToolContext } from "#ports";
import { awaitEnd, type Ending } from "./await-end.ts";
import { callContext } from "./call-context.ts";
import { failedRun } from "./failed-run.ts";
import { isPromiseLike } from "./is-promise-like.ts";
import { openCall, type PreparedCall, type ReadyCall } from "./prepared-call.ts";
import { recordedShell } from "./shell-record.ts";
import { StopSwitch } from "./stop-switch.ts";
import { thrownFailure } from "./thrown-failure.ts";
import { toldFailure } from "./told-failure.ts";

/** What a call came to before anyone has looked at its output. */
export type Execution =
  | { readonly kind: "returned"; readonly output: unknown; readonly record: CallRecord }
  | {
      readonly kind: "failed";
      /** Whether the tool's code was started. */
      readonly executed: boolean;
      readonly failure: ToolFailure;
      readonly record: CallRecord;
    };

/** What a call leaves that was never started. */
export const NO_RECORD: CallRecord = Object.freeze({ reads: [], artifacts: [] });

/**
 * Runs a prepared call to its end: timed, cancellable, with files of its own that are taken away when it ends. Rejects (or throws)
 * only with `ToolDispatchError`, and only where the setting says `raise`; what `prepareCall` did not mint is an `InvariantError`.
 */
export function executeCall(prepared: PreparedCall, setting: CallSetting): Execution | Promise<Execution> {
  const call = openCall(prepared);
  const { tool } = call;
  if (setting.signal.aborted) {
    const failure = toolFailure("Interrupted", `${tool.name} was not started: the run was cancelled before`);
    return { kind: "failed", executed: false, failure, record: NO_RECORD };
  }
  const files = setting.workspace.forCall(tool.name);
  const stop = new StopSwitch();
  const deadline = performance.now() + tool.timeoutMs;
  const started = start(call, callContext(call, { setting, files, signal: stop.signal }));
  if (started.kind !== "pending") {
    // Nothing can stop code that keeps the thread to itself, but what it says too late does not count either.
    const ending: Ending = performance.now() > deadline ? { kind: "timed_out", by: "itself" } : started;
    return closed(ending, { call, files, setting });
  }
  const limits = { deadline, signal: setting.signal, stop };
  return awaitEnd(started.work, limits).then((ending) => closed(ending, { call, files, setting }));
}

/** A tool that answers at once has ended; one that answers with anything like a promise is waited for. */
function start(
  { tool, input }: ReadyCall,
  context: ToolContext,
): Ending | { readonly kind: "pending"; readonly work: PromiseLike<unknown> } {
  try {
    const output = tool.run(input, context);
    return isPromiseLike(output) ? { kind: "pending", work: output } : { kind: "returned", output };
  } catch (thrown) {
    return { kind: "threw", thrown };
  }
}

interface Closing {
  readonly call: ReadyCall;
  readonly files: CallWorkspace;
  readonly setting: CallSetting;
}

function closed(ending: Ending, { call, files, setting }: Closing): Execution {
  const shell = recordedShell(files.workspace);
  const record: CallRecord = shell === undefined ? files.record() : { ...files.record(), shell };
  // Whatever still runs of the tool writes nothing from here on.
  files.revoke();
  const { tool } = call;
  switch (ending.kind) {
    case "returned":
      return { kind: "returned", output: ending.output, record };
    case "threw": {
      const thrown = thrownFailure(ending.thrown);
      const failure =
        thrown === undefined ? failedRun(call, { cause: ending.thrown, record }, setting) : toldFailure(call, thrown);
      return { kind: "failed", executed: true, failure, record };
    }
    case "timed_out": {
      const text = `${tool.name} did not end within ${tool.timeoutMs} ms ${ENDED[ending.by]}${changedText(record)}`;
      return { kind: "failed", executed: true, failure: toolFailure("Timeout", text), record };
    }
    case "cancelled": {
      const text = `${tool.name} was cancelled while it ran: whether it took effect is unknown${changedText(record)}`;
      return { kind: "failed", executed: true, failure: toolFailure("Interrupted", text), record };
    }
    default:
      return ending satisfies never;
  }
}

const ENDED = { us: "and was stopped", itself: "and ended too late" } as const;

/** How much a call has done whose outcome nobody knows. */
export function changedText({ artifacts }: CallRecord): string {
  return artifacts.length === 0 ? "" : `; it had changed ${artifacts.length} files`;
}
