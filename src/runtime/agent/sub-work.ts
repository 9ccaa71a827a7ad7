import type { BudgetAmounts, ReceivedHandoff } from "#kernel";
import { type ChildEnd, type ChildOrder, type ChildWork, type OpenedChild, PortError, ToolFailed } from "#ports";
import { errorText } from "../error-text.ts";
import type { Run } from "../run.ts";
import type { TurnIntention } from "../run-setting.ts";
import type { RunResult } from "./run-result.ts";

/** A sub-agent's work that has an issue: what its run goes on from, what its last turn intends, and how it ends. */
export interface SubWork {
  readonly received: ReceivedHandoff;
  readonly intends: TurnIntention;
  end(result: RunResult<unknown>): Promise<void>;
}

interface Opening extends Pick<ChildOrder, "task" | "sessionId" | "toolCallId"> {
  readonly sub: { readonly name: string; readonly share: BudgetAmounts };
}

/** Whether a call has no answer yet: rows of it may still be written. */
export function isOpenCall({ state }: Run, toolCallId: string): boolean {
  return state.history.openCalls.some((open) => open.toolCallId === toolCallId);
}

/** Gives a sub-agent's work its issue, a row of it durable before anything of it begins. What cannot be opened is not started (M17). */
export async function openChild(
  children: ChildWork,
  run: Run,
  { sub: { name, share }, task, sessionId, toolCallId }: Opening,
): Promise<SubWork> {
  const { state, setting } = run;
  const { step } = state;
  const order = { parentSession: setting.sessionId, toolCallId, sessionId, name, task };
  const child = await opened(children, order, () => {
    if (isOpenCall(run, toolCallId)) run.record({ kind: "budget.returned", step, toolCallId, left: share });
  });
  const { issueId, received, closes } = child;
  // A call that was given up meanwhile has its answer: no row of it may follow, and nothing begins.
  if (!isOpenCall(run, toolCallId)) {
    await children.close({ sessionId, toolCallId, issueId, closes, phase: "Interrupted", summary: GIVEN_UP });
    throw new ToolFailed("Interrupted", `${name} was not started: ${GIVEN_UP}`);
  }
  run.record({ kind: "child.opened", step, toolCallId, issueId, sessionId, packet: received.digest });
  await run.durable();
  return {
    received,
    // Its last turn asks for nothing more: what it did was done before, and its words are the answer.
    intends: ({ results, stopReason }) => {
      if (results.length > 0 || stopReason !== "end_turn") return undefined;
      return { intent: { action: closes.action, args: closes.args, inputs: [] } };
    },
    async end(result): Promise<void> {
      const { outcome, note } = await closed(children, child, { result, toolCallId });
      if (!isOpenCall(run, toolCallId)) return;
      const join = result.newestJoin?.evidenceDigest;
      run.record({
        kind: "child.closed",
        step,
        toolCallId,
        outcome,
        note: note.slice(0, NOTE).toWellFormed(),
        ...(join === undefined ? {} : { join }),
      });
    },
  };
}

const GIVEN_UP = "its call was given up";
const NOTE = 400;
const SUMMARY = 400;

async function opened(children: ChildWork, order: ChildOrder, giveBack: () => void): Promise<OpenedChild> {
  try {
    return await children.open(order);
  } catch (error) {
    giveBack();
    if (!(error instanceof PortError)) throw error;
    throw new ToolFailed("Denied", `${order.name} was not started: it has no issue: ${errorText(error)}`);
  }
}

/** A close that fails leaves the issue as it is: what the sub-agent gave stands, and the row says why. */
async function closed(
  children: ChildWork,
  { issueId, closes }: OpenedChild,
  { result, toolCallId }: { readonly result: RunResult<unknown>; readonly toolCallId: string },
): Promise<ChildEnd> {
  const { phase, sessionId, intended } = result;
  const witnessRef = intended?.witnesses?.joinClosed;
  const proof = intended && { join: intended.join, ...(witnessRef === undefined ? {} : { witnessRef }) };
  try {
    return await children.close({
      sessionId,
      toolCallId,
      issueId,
      closes,
      phase,
      summary: summaryOf(result),
      ...(proof === undefined || phase !== "Completed" ? {} : { intended: proof }),
    });
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    return { outcome: "left_open", note: errorText(error) };
  }
}

function summaryOf(result: RunResult<unknown>): string {
  switch (result.phase) {
    case "Completed":
      return (typeof result.output === "string" ? result.output : "completed").slice(0, SUMMARY).toWellFormed();
    case "Failed":
      return `${result.error.category}: ${result.error.message}`.slice(0, SUMMARY).toWellFormed();
    case "Interrupted":
      return result.reason.slice(0, SUMMARY).toWellFormed();
    default:
      return result satisfies never;
  }
}
