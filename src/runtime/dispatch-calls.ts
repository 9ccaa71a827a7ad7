import type { ToolResultDraft } from "#kernel";
import type { AgentFault, DeskCall } from "#ports";
import * as rows from "./record-rows.ts";
import type { Run } from "./run.ts";

/** Results in the order of the calls, and what broke on the way. */
export interface Dispatched {
  readonly results: readonly ToolResultDraft[];
  readonly broken: readonly AgentFault[];
}

/**
 * Runs the calls of a turn: beside each other where the policy lets them, else one after another; results are handed over in call order
 * whatever finished first (R16). Each is durable before anybody hears of it. Waits for all, also when one breaks.
 */
export async function dispatchCalls(run: Run, calls: readonly DeskCall[]): Promise<Dispatched> {
  const { transportPolicy } = run.setting.policies.values;
  const broken: AgentFault[] = [];
  for (const call of calls) rows.toolDispatched(run, call);
  const settle = async (call: DeskCall, order: number): Promise<ToolResultDraft> => {
    const result = await runCall(run, { call, order, broken });
    await rows.toolSettled(run, call.tool.name, result);
    return result;
  };
  if (transportPolicy.parallelToolCalls && transportPolicy.order === "any")
    return { results: await Promise.all(calls.map(settle)), broken };
  const results: ToolResultDraft[] = [];
  for (const [order, call] of calls.entries()) results.push(await settle(call, order));
  return { results, broken };
}

interface Running {
  readonly call: DeskCall;
  readonly order: number;
  readonly broken: AgentFault[];
}

async function runCall(run: Run, { call, order, broken }: Running): Promise<ToolResultDraft> {
  const { desk, correlationId, signal, policies } = run.setting;
  const { truncationPolicy: truncation, renderProtocol } = policies.values;
  const injectionPoint = renderProtocol.injectionPoints[0] ?? "";
  const place = { correlationId, stepId: `step-${run.step}`, signal, truncation, seq: 0, order, injectionPoint };
  try {
    const draft = await desk.run(call, place);
    return { ...draft, seq: run.nextSeq() };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : "the tool threw what is no error";
    broken.push({
      category: "ToolDispatch",
      dispatch: "Execution",
      step: run.step,
      message,
      toolName: call.tool.name,
      cause,
    });
    return brokenResult(run, call, { order, injectionPoint });
  }
}

/** The call has run and broke: what it did is unknown, and its history is legal all the same. */
function brokenResult(
  run: Run,
  { toolCallId, tool }: DeskCall,
  place: { readonly order: number; readonly injectionPoint: string },
): ToolResultDraft {
  const errorMessage = `${tool.name} broke; whether it took effect is unknown`;
  const payload = { code: "Interrupted", message: errorMessage, retryable: false };
  return {
    toolCallId,
    outcome: "interrupted",
    provenance: { kind: "api", ref: `tools/${tool.name}` },
    seq: run.nextSeq(),
    ...place,
    payload,
    shown: JSON.stringify(payload),
    error: { errorCode: "Interrupted", retryable: false, errorMessage },
  };
}
