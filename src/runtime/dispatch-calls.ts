import type { ToolResultDraft } from "#kernel";
import type { AgentFault, DeskCall } from "#ports";
import { errorText } from "./error-text.ts";
import { Fault } from "./fault.ts";
import { isPending } from "./is-pending.ts";
import * as rows from "./record-rows.ts";
import type { Run } from "./run.ts";

/**
 * Runs the calls of a turn: beside each other where the policy lets them, else one after another; results are handed over in call order
 * whatever finished first (R16). Waits for all that were begun, also when one breaks: those behind it in a strict order are not begun.
 * Then the policy has a word in it (DESIGN 18).
 */
export function dispatchCalls(
  run: Run,
  calls: readonly DeskCall[],
): readonly ToolResultDraft[] | Promise<readonly ToolResultDraft[]> {
  const { transportPolicy } = run.setting.policies.values;
  const dispatch = new Dispatch(run, calls.length);
  const [only] = calls;
  if (only !== undefined && calls.length === 1) return dispatch.alone(only);
  const isParallel = transportPolicy.parallelToolCalls && transportPolicy.order === "any";
  return isParallel ? dispatch.together(calls) : dispatch.inTurn(calls);
}

class Dispatch {
  readonly #run: Run;
  #open: number;
  #broken: AgentFault | undefined;
  constructor(run: Run, calls: number) {
    this.#run = run;
    this.#open = calls;
  }

  /** A call that answers at once is answered at once. */
  alone(call: DeskCall): readonly ToolResultDraft[] | Promise<readonly ToolResultDraft[]> {
    rows.toolDispatched(this.#run, call);
    const running = this.#runCall(call, 0);
    if (isPending(running) || this.#broken !== undefined) return this.#aloneLater(call, running);
    rows.toolSettled(this.#run, call.tool.name, running);
    return [running];
  }

  async #aloneLater(
    call: DeskCall,
    running: ToolResultDraft | Promise<ToolResultDraft>,
  ): Promise<readonly ToolResultDraft[]> {
    const result = await running;
    rows.toolSettled(this.#run, call.tool.name, result);
    return this.#unbroken([result]);
  }

  async together(calls: readonly DeskCall[]): Promise<readonly ToolResultDraft[]> {
    for (const call of calls) rows.toolDispatched(this.#run, call);
    const ends = await Promise.allSettled(calls.map((call, order) => this.#settle(call, order)));
    const results = ends.map((end) => {
      if (end.status === "rejected") throw end.reason;
      return end.value;
    });
    return this.#unbroken(results);
  }

  async inTurn(calls: readonly DeskCall[]): Promise<readonly ToolResultDraft[]> {
    const results: ToolResultDraft[] = [];
    for (const [order, call] of calls.entries()) {
      // What has not begun does not begin: it is told so where the turn is settled.
      this.#run.assertGoing();
      rows.toolDispatched(this.#run, call);
      results.push(await this.#settle(call, order));
      if (this.#broken !== undefined) break;
    }
    return this.#unbroken(results);
  }

  /** Each result is durable before anybody hears of it. The last one waits for the end of its turn, which is the same write. */
  async #settle(call: DeskCall, order: number): Promise<ToolResultDraft> {
    const running = this.#runCall(call, order);
    const result = isPending(running) ? await running : running;
    rows.toolSettled(this.#run, call.tool.name, result);
    this.#open -= 1;
    const writing = this.#open > 0 ? this.#run.durable() : undefined;
    if (writing !== undefined) await writing;
    return result;
  }

  /** The results, where no tool broke: nothing is waited for then. */
  #unbroken(results: readonly ToolResultDraft[]): readonly ToolResultDraft[] | Promise<never> {
    return this.#broken === undefined ? results : this.#failed(this.#broken);
  }

  async #failed(broken: AgentFault): Promise<never> {
    await this.#run.durable();
    throw new Fault(broken);
  }

  /** Answered at once where the tool answers at once. */
  #runCall(call: DeskCall, order: number): ToolResultDraft | Promise<ToolResultDraft> {
    const run = this.#run;
    const { desk, correlationId, signal, policies } = run.setting;
    const { truncationPolicy: truncation, renderProtocol } = policies.values;
    const injectionPoint = renderProtocol.injectionPoints[0] ?? "";
    const stepId = `step-${run.state.step}`;
    try {
      const running = desk.run(call, { correlationId, stepId, signal, truncation, seq: 0, order, injectionPoint });
      if (!isPending(running)) return { ...running, seq: run.nextSeq() };
      return running.then(
        (draft) => ({ ...draft, seq: run.nextSeq() }),
        (cause) => this.#broke(call, { cause, order, injectionPoint }),
      );
    } catch (cause) {
      return this.#broke(call, { cause, order, injectionPoint });
    }
  }

  /** The tool broke: its result says so, and the first such one is what the policy is asked about. */
  #broke(
    call: DeskCall,
    {
      cause,
      order,
      injectionPoint,
    }: { readonly cause: unknown; readonly order: number; readonly injectionPoint: string },
  ): ToolResultDraft {
    const run = this.#run;
    const message = errorText(cause, "the tool threw what is no error");
    const { step } = run.state;
    const toolName = call.tool.name;
    this.#broken ??= { category: "ToolDispatch", dispatch: wayOf(cause), step, message, toolName, cause };
    return brokenResult(call, { seq: run.nextSeq(), order, injectionPoint });
  }
}

/** Which way a call broke in, as the desk says it: the tool threw, or gave back what is no result (R07). */
function wayOf(cause: unknown): NonNullable<AgentFault["dispatch"]> {
  const isMisfit = cause instanceof Error && "kind" in cause && cause.kind === "Serialization";
  return isMisfit ? "Serialization" : "Execution";
}

/** The call has run and broke: what it did is unknown, and its history is legal all the same. */
function brokenResult(
  { toolCallId, tool }: DeskCall,
  place: { readonly seq: number; readonly order: number; readonly injectionPoint: string },
): ToolResultDraft {
  const errorMessage = `${tool.name} broke; whether it took effect is unknown`;
  const payload = { code: "Interrupted", message: errorMessage, retryable: false };
  return {
    toolCallId,
    outcome: "interrupted",
    provenance: { kind: "api", ref: `tools/${tool.name}` },
    ...place,
    payload,
    shown: JSON.stringify(payload),
    error: { errorCode: "Interrupted", retryable: false, errorMessage },
  };
}
