import {
  admitRequests,
  bindTurn,
  type GuardedRequests,
  guardRequests,
  type ReadReply,
  replyActions,
  type ReplyActions,
  type ReplyProblems,
  type ToolResultDraft,
  type CallSpec,
} from "#kernel";
import { askModel } from "./ask-model.ts";
import { buildRequest } from "./build-request.ts";
import { passCheckpoints } from "./checkpoint.ts";
import { type ClosedTurn, closeTurn } from "./close-turn.ts";
import { assertUndenied, decideCalls, denialBy } from "./decide-calls.ts";
import { denyCalls } from "./deny-calls.ts";
import { dispatchCalls } from "./dispatch-calls.ts";
import { faultOf, through } from "./fault.ts";
import { isPending } from "./is-pending.ts";
import { prepareCalls, requestDrafts } from "./prepare-calls.ts";
import { rawText } from "./raw-text.ts";
import { ReadAlready, readingOf } from "./reply-reading.ts";
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
export interface Acted {
  readonly guarded: GuardedRequests;
  readonly results: readonly ToolResultDraft[];
}

/* One turn, one direction (DESIGN): the fifteen lines, as far as they are the runtime's. Each door gives the next stage or ends the turn. */

export async function thinkTurn(run: Run): Promise<Thought> {
  run.takeReminders();
  if (run.setting.policies.values.stopPolicy.checkpoints.length > 0) await passCheckpoints(run);
  const spec = through(bindTurn(run.setting.policies, turnDraft(run)), false); //                      1 bind
  const built = buildRequest(run, spec);
  rows.stepStarted(run, spec, built);
  run.assertAffordable();
  assertNoLoop(run);
  const raw = await askModel(run, built.request); //                                                   2 think
  const reading = readingOf(raw, run.setting.sha256); //                                               3 read
  if (!reading.ok) throw malformed(run, reading.problems, raw);
  const { reply } = reading;
  const actions = replyActions(reply, run.setting.mode, run.setting.utf8);
  const toolCallIds = rows.modelReplied(run, reply, actions);
  run.assertAffordable();
  return { spec, reply, actions, toolCallIds };
}

export async function actTurn(run: Run, { spec, actions, toolCallIds }: Thought): Promise<Acted> {
  const asked = actions.kind === "act" ? actions.calls : [];
  assertCarried(run, asked.length);
  const preparing = prepareCalls(run, asked, toolCallIds); //                                          4 repair
  const calls = isPending(preparing) ? await preparing : preparing;
  const draft = requestDrafts(run, asked, calls);
  const requests = through(admitRequests(spec, draft, run.setting.sha256), true); //                   5 admit
  const deciding = decideCalls(run, calls); //                                                         6 guard
  const decisions = isPending(deciding) ? await deciding : deciding;
  const guarded = through(guardRequests(requests, decisions), false);
  rows.toolsRequested(run, draft.requests, decisions);
  const writing = run.durable(); //                                                                    7 record
  if (writing !== undefined) await writing;
  run.assertGoing();
  const denial = denialBy(decisions.guards);
  if (denial !== undefined) return { guarded, results: denyCalls(run, calls, denial) };
  const running = dispatchCalls(run, calls); //                                                        8 dispatch
  const results = isPending(running) ? await running : running;
  return { guarded, results };
}

export function observeTurn(run: Run, { guarded, results }: Acted): Promise<ClosedTurn> {
  return closeTurn(run, { guarded, results, stopReason: "tool_use" }); //                              9-11
}

/** A turn that asks for nothing closes, too: its answer is judged like any other. */
export async function concludeTurn(run: Run, spec: CallSpec, stopReason: string): Promise<ClosedTurn> {
  const requests = through(admitRequests(spec, { requests: [], values: [] }, run.setting.sha256), false);
  const decisions = await decideCalls(run, []);
  const guarded = through(guardRequests(requests, decisions), false);
  if (decisions.guards.length > 0) rows.toolsRequested(run, [], decisions);
  assertUndenied(run, decisions.guards);
  return closeTurn(run, { guarded, results: [], stopReason });
}

/** The same calls with the same results, too often in a row: the policy is asked before the model is (PEERS 9). */
function assertNoLoop({ state, setting }: Run): void {
  const { times } = state.repetition;
  if (times < setting.terms.repetitions) return;
  const message = `the same calls had the same results ${times} times in a row`;
  throw faultOf("InvalidModelAction", state.step, message, { details: { repetitions: times } });
}

/** Several calls where the transport carries one: the gate would refuse them when they have run (R16). */
function assertCarried({ setting, state }: Run, calls: number): void {
  if (calls < 2 || setting.policies.values.transportPolicy.parallelToolCalls) return;
  throw faultOf("InvalidModelAction", state.step, `the reply makes ${calls} calls, and may make one at a time`);
}

function turnDraft({ setting, state }: Run): Parameters<typeof bindTurn>[1] {
  const { sessionId, terms } = setting;
  const { modelRef, actionMode, executionPattern } = terms;
  return { turn: { sessionId, index: state.step }, modelRef, actionMode, executionPattern };
}

function malformed(run: Run, problems: ReplyProblems, raw: unknown): Error {
  const message = problems.map(({ where, what }) => `${where}: ${what}`).join("; ");
  const reply = raw instanceof ReadAlready ? raw.raw : rawText(raw);
  return faultOf("InvalidModelAction", run.state.step, message, { details: { reply } });
}
