import {
  admitRequests,
  bindTurn,
  type CallSpec,
  closeJoin,
  disposeResults,
  type GuardedRequests,
  guardRequests,
  type JoinClosed,
  type ReadReply,
  readReply,
  replyActions,
  type ReplyActions,
  settleResults,
  type ToolResultDraft,
  type Verdict,
} from "#kernel";
import type { AgentFault, DeskCall } from "#ports";
import { askModel } from "./ask-model.ts";
import { buildRequest } from "./build-request.ts";
import { closingOf } from "./closing.ts";
import { dispatchCalls } from "./dispatch-calls.ts";
import { faultOf, TurnRefusal } from "./fault.ts";
import { decideCalls } from "./decide-calls.ts";
import { prepareCalls, requestDrafts } from "./prepare-calls.ts";
import * as rows from "./record-rows.ts";
import type { Run } from "./run.ts";

/** A turn after the model has answered: what it said, and what that asks for. */
export interface Thought {
  readonly spec: CallSpec;
  readonly reply: ReadReply;
  readonly actions: ReplyActions;
  readonly toolCallIds: readonly string[];
}

/** A turn after its calls have ended. */
export interface Acted extends Thought {
  readonly calls: readonly DeskCall[];
  readonly guarded: GuardedRequests;
  readonly results: readonly ToolResultDraft[];
  /** Tools that broke: the policy has a word in it before the turn goes on. */
  readonly broken: readonly AgentFault[];
}

/* One turn, one direction (DESIGN): the fifteen lines, as far as they are the runtime's. Each door gives the next stage or ends the turn. */

export async function thinkTurn(run: Run): Promise<Thought> {
  run.step += 1;
  const spec = through(bindTurn(run.setting.policies, turnDraft(run)), false); //                      1 bind
  const { request, digest } = buildRequest(run, spec);
  rows.stepStarted(run, spec, digest);
  run.spend({ steps: 1 });
  const raw = await askModel(run, request); //                                                         2 think
  const reading = readReply(raw, run.setting.sha256); //                                               3 read
  if (!reading.ok) throw malformed(run, reading.problems.map(({ where, what }) => `${where}: ${what}`).join("; "));
  const { reply } = reading;
  const toolCallIds = reply.calls.map(() => run.nextCallId());
  rows.modelReplied(run, reply, toolCallIds);
  run.spend({ tokens: reply.usage.inputTokens + reply.usage.outputTokens, costMicros: reply.usage.costMicros ?? 0 });
  return { spec, reply, actions: replyActions(reply, run.setting.mode, run.setting.utf8), toolCallIds };
}

export async function actTurn(run: Run, thought: Thought): Promise<Acted> {
  const { spec, toolCallIds } = thought;
  const asked = thought.actions.kind === "act" ? thought.actions.calls : [];
  const calls = await prepareCalls(run, asked, toolCallIds); //                                        4 repair
  const draft = requestDrafts(run, asked, calls);
  const requests = through(admitRequests(spec, draft, run.setting.sha256), true); //                   5 admit
  const decisions = await decideCalls(run, calls); //                                                  6 guard
  const guarded = through(guardRequests(requests, decisions), false);
  rows.toolsRequested(run, draft.requests, decisions);
  await run.durable(); //                                                                              7 record
  const { results, broken } = await dispatchCalls(run, calls); //                                      8 dispatch
  return { ...thought, calls, guarded, results, broken };
}

export async function observeTurn(run: Run, acted: Acted): Promise<JoinClosed> {
  const results = through(settleResults(acted.guarded, acted.results), false); //                      9 settle
  const use = through(disposeResults(results, {}), false); //                                          10 use
  const closing = await closingOf(run, "tool_use");
  const join = through(closeJoin(use, closing), false); //                                             11 join
  rows.joinClosed(run, {}, closing, join);
  await run.durable();
  return join;
}

/** A turn that asks for nothing closes, too: its answer is judged like any other. */
export async function concludeTurn(run: Run, { spec, actions }: Thought): Promise<JoinClosed> {
  const requests = through(admitRequests(spec, { requests: [], values: [] }, run.setting.sha256), false);
  const guarded = through(guardRequests(requests, await decideCalls(run, [])), false);
  const use = through(disposeResults(through(settleResults(guarded, []), false), {}), false);
  const closing = await closingOf(run, actions.kind === "refused" ? "end_turn" : actions.stopReason);
  const join = through(closeJoin(use, closing), false);
  rows.joinClosed(run, {}, closing, join);
  await run.durable();
  return join;
}

/** The next stage, or the end of the turn with every violation. */
function through<Next>(verdict: Verdict<Next>, byModel: boolean): Next {
  if (verdict.admitted) return verdict.next;
  throw new TurnRefusal(verdict.refusal, byModel);
}

function turnDraft({ setting, step }: Run): Parameters<typeof bindTurn>[1] {
  const { sessionId, model, mode, pattern } = setting;
  return {
    turn: { sessionId, index: step - 1 },
    modelRef: model.ref,
    actionMode: mode.mode,
    executionPattern: pattern,
  };
}

function malformed(run: Run, message: string): Error {
  return faultOf("InvalidModelAction", run.step, message);
}
