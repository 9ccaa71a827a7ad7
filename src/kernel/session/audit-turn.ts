import { canonicalJson } from "../digest/canonical.ts";
import { compactJson } from "../json/compact.ts";
import { readJsonText, readToolText } from "../json/read.ts";
import { isJsonObject, type Json } from "../json/value.ts";
import { readReply, type ReplyCall } from "../reply/read-reply.ts";
import { replyActions } from "../reply/reply-actions.ts";
import { actionModeOf } from "../spec/action-mode.ts";
import { bindTurn, type CallSpec } from "../spec/call-spec.ts";
import { type GuardedRequests, guardRequests } from "../turn/guarded-requests.ts";
import { closeJoin, type JoinClosed } from "../turn/join-closed.ts";
import { admitRequests } from "../turn/tool-requests.ts";
import { settleResults, type ToolResultDraft } from "../turn/tool-results.ts";
import { disposeResults } from "../turn/tool-use.ts";
import { type Audited, type AuditCodec, type AuditedPolicies, why, wrong } from "./audit-policies.ts";
import type { JoinClosedRow, ModelReplied, StepStarted, ToolSettled, ToolsRequested } from "./session-event.ts";
import { turnWitnesses, witnessRef } from "./turn-witnesses.ts";

/** One turn, folded row by row through the doors that it went through when it was live (K01, M14). */
export class TurnAudit {
  readonly step: number;
  readonly #spec: CallSpec;
  readonly #bound: AuditedPolicies;
  readonly #codec: AuditCodec;
  /** The calls that the reply asks for; undefined before there is one. */
  #asked: readonly ReplyCall[] | undefined;
  #callIds: readonly string[] = [];
  #guarded: GuardedRequests | undefined;
  #isRefused = false;
  readonly #settled: ToolResultDraft[] = [];

  private constructor(step: number, spec: CallSpec, bound: AuditedPolicies, codec: AuditCodec) {
    this.step = step;
    this.#spec = spec;
    this.#bound = bound;
    this.#codec = codec;
  }

  /** Binds the turn of a step; its names are computed, and held against what the row says. */
  static begin(
    { step, callId, specDigest: said }: StepStarted,
    {
      sessionId,
      bound,
      codec,
    }: { readonly sessionId: string; readonly bound: AuditedPolicies; readonly codec: AuditCodec },
  ): Audited<TurnAudit> {
    if (said !== bound.specDigest) return wrong(`the step names the policies ${said}, ${bound.specDigest} are bound`);
    const { modelRef, actionMode, executionPattern } = bound.terms;
    const turn = { sessionId, index: step - 1 };
    const spec = bindTurn(bound.policies, { turn, modelRef, actionMode, executionPattern });
    if (!spec.admitted) return wrong(`the turn cannot be bound: ${why(spec)}`);
    const computed = spec.next.wire.callId;
    if (computed !== callId) return wrong(`the turn is the call ${computed}, the row says ${callId}`);
    return { ok: true, at: new TurnAudit(step, spec.next, bound, codec) };
  }

  /** What the model said has to have the digest that the row says, and the calls that the profile finds in it. */
  reply({ blocks, stopReason, usage, replyDigest, toolCallIds, textCalls = [] }: ModelReplied): string | undefined {
    if (this.#asked !== undefined) return "the step has a reply already";
    const reading = readReply({ blocks, stopReason, usage }, this.#codec.sha256);
    if (!reading.ok) return `the reply cannot be read: ${reading.problems[0].where}: ${reading.problems[0].what}`;
    const { reply } = reading;
    if (reply.replyDigest !== replyDigest)
      return `the reply has the digest ${reply.replyDigest}, the row says ${replyDigest}`;
    const actions = replyActions(reply, actionModeOf(this.#bound.terms), this.#codec.utf8);
    this.#asked = actions.kind === "act" ? actions.calls : [];
    this.#callIds = toolCallIds;
    const inText = reply.calls.length === 0 ? this.#asked.map(({ tool }) => tool) : [];
    return inText.length === textCalls.length && inText.every((tool, at) => tool === textCalls[at])
      ? undefined
      : "the calls in its text are others";
  }

  /** The calls have to be those of the reply, and the gate has to let them through. */
  request({ requests, decisions }: ToolsRequested): string | undefined {
    if (this.#asked === undefined) return "calls are requested before the model has replied";
    if (this.#guarded !== undefined) return "the step has requested its calls already";
    if (this.#settled.length > 0) return "calls are requested after one of them has ended";
    const foreign = this.#foreignCall(this.#asked, requests);
    if (foreign !== undefined) return foreign;
    const guarded = this.#guard({ requests, decisions });
    if (!guarded.ok) return guarded.what;
    this.#guarded = guarded.at;
    return undefined;
  }

  /** One result of a call that was requested. */
  settle({ result }: ToolSettled): string | undefined {
    const { toolCallId } = result;
    if (this.#guarded?.callIds.includes(toolCallId) !== true) return `${toolCallId} has ended, and nobody requested it`;
    if (this.#settled.some((row) => row.toolCallId === toolCallId)) return `${toolCallId} has ended already`;
    this.#settled.push(result);
    return undefined;
  }

  /** The turn does not close any more: only its answers are left. */
  refuse(): void {
    this.#isRefused = true;
  }

  /** Closes the turn once more: it has to close, with the evidence that the row names. */
  close({ use, closing, evidenceDigest, witnesses }: JoinClosedRow): string | undefined {
    if (this.#isRefused) return "the turn is closed after it was refused";
    if (this.#asked === undefined) return "the turn is closed before the model has replied";
    if (this.#guarded === undefined && this.#callIds.length > 0)
      return "the turn is closed, and nobody requested its calls";
    const guarded = this.#guarded ?? this.#guard({ requests: [], decisions: { permissions: {}, guards: [] } });
    if ("ok" in guarded && !guarded.ok) return guarded.what;
    const results = settleResults("ok" in guarded ? guarded.at : guarded, this.#inCallOrder());
    if (!results.admitted) return `the results do not stand: ${why(results)}`;
    const used = disposeResults(results.next, use);
    if (!used.admitted) return `the use of the results does not stand: ${why(used)}`;
    const join = closeJoin(used.next, closing);
    if (!join.admitted) return `the turn does not close: ${why(join)}`;
    const computed = evidenceDigest === undefined ? undefined : join.next.evidenceDigest;
    if (computed !== evidenceDigest)
      return `the evidence of the turn has the digest ${computed}, the row says ${evidenceDigest}`;
    return witnesses === undefined ? undefined : this.#otherWitness(join.next, witnesses);
  }

  /** The witnesses that the row names have to be those of this very turn. */
  #otherWitness(join: JoinClosed, said: NonNullable<JoinClosedRow["witnesses"]>): string | undefined {
    const { callSpec, toolUse, joinClosed } = turnWitnesses(join, this.#bound.specDigest);
    const { sha256 } = this.#codec;
    const names = [
      ["CallSpec", witnessRef("CallSpec", callSpec, sha256), said.callSpec],
      ["ToolUse", witnessRef("ToolUse", toolUse, sha256), said.toolUse],
      ["JoinClosed", witnessRef("JoinClosed", joinClosed, sha256), said.joinClosed],
    ] as const;
    const other = names.find(([, computed, named]) => computed !== named);
    return other && `the witness of its ${other[0]} is ${other[1]}, the row says ${other[2]}`;
  }

  #guard({ requests, decisions }: Pick<ToolsRequested, "requests" | "decisions">): Audited<GuardedRequests> {
    const admitted = admitRequests(this.#spec, { requests, values: [] }, this.#codec.sha256);
    if (!admitted.admitted) return wrong(`the calls are not admitted: ${why(admitted)}`);
    const guarded = guardRequests(admitted.next, decisions);
    return guarded.admitted ? { ok: true, at: guarded.next } : wrong(`the calls may not run: ${why(guarded)}`);
  }

  #foreignCall(calls: readonly ReplyCall[], requests: ToolsRequested["requests"]): string | undefined {
    if (requests.length !== calls.length)
      return `${requests.length} calls are requested, the reply asks for ${calls.length}`;
    for (const [at, { toolCallId, index, block, providerCallId, adapterProfile }] of requests.entries()) {
      const call = calls[at];
      const isOfReply =
        toolCallId === this.#callIds[at] &&
        index === call?.index &&
        block.n === call.block.n &&
        block.replyDigest === call.block.replyDigest &&
        providerCallId === call.providerCallId &&
        adapterProfile === call.adapterProfile;
      if (!isOfReply) return `the request ${toolCallId} is not call ${at} of the reply`;
      const other = this.#otherArguments(call, requests[at]);
      if (other !== undefined) return other;
    }
    return undefined;
  }

  /** The tool is the one that was asked for; arguments that nobody repaired are those that were written. */
  #otherArguments(
    { tool, argumentsText }: ReplyCall,
    request: ToolsRequested["requests"][number] | undefined,
  ): string | undefined {
    if (request === undefined) return undefined;
    const { toolCallId, toolName, args, repairs } = request;
    if (toolName !== tool) return `the request ${toolCallId} is of ${toolName}, the reply asks for ${tool}`;
    if (repairs.length > 0) return undefined;
    const { utf8 } = this.#codec;
    const written = readToolText(argumentsText, utf8);
    const isSame = written.ok && contractText(written.value, utf8) === canonicalJson(withoutMinusZero(args));
    return isSame ? undefined : `the request ${toolCallId} has other arguments than the reply`;
  }

  #inCallOrder(): readonly ToolResultDraft[] {
    return this.#callIds.flatMap((id) => this.#settled.filter(({ toolCallId }) => toolCallId === id));
  }
}

/** What was written as evidence keeps it: its numbers are those of the contract. */
function contractText(value: Json, utf8: AuditCodec["utf8"]): string {
  const reading = readJsonText(compactJson(withoutMinusZero(value)), utf8);
  return reading.ok ? canonicalJson(reading.value) : "";
}

/** Copies on the way of a call write `-0` as 0. */
function withoutMinusZero(value: Json): Json {
  if (typeof value === "number") return value === 0 ? 0 : value;
  if (Array.isArray(value)) return value.map(withoutMinusZero);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutMinusZero(item)]));
}
