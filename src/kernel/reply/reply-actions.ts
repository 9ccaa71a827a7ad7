import type { Utf8 } from "../json/utf8.ts";
import { type AdapterProfile, type BoundActionMode } from "../spec/action-mode.ts";
import { parseStopReason, type StopReason } from "../turn/stop-reason.ts";
import { type ReadReply, REPLY_BOUNDS, type ReplyCall } from "./read-reply.ts";
import { readTextCalls } from "./read-text-calls.ts";
import { type ReplyProblem, replyProblem, type ReplyProblemKind, type ReplyProblems } from "./reply-problem.ts";

/** What a reply asks for. Only `act` lets a call be admitted. */
export type ReplyActions =
  /** Calls, in their order. The turn's stop reason is `tool_use`, also where the provider, which reads no text, said that the turn ended. */
  | { readonly kind: "act"; readonly stopReason: "tool_use"; readonly calls: readonly [ReplyCall, ...ReplyCall[]] }
  /** No call: what follows is the protocol policy's to say. */
  | { readonly kind: "rest"; readonly stopReason: StopReason }
  /** None of the four states, refusal among them: no call runs, and the gate has the class for it. */
  | { readonly kind: "unhandled"; readonly stopReason: string }
  | { readonly kind: "refused"; readonly problems: ReplyProblems };

type Answer = "act" | "rest" | ReplyProblemKind;

interface StopRow {
  readonly noCall: Answer;
  /** Calls that the provider gave in blocks: it knows of them, and its stop reason has to agree. */
  readonly structured: Answer;
  /** Calls that a profile read from text: to the provider they are prose. */
  readonly fromText: Answer;
}

/** Stop reason against calls (R02, R15): what does not agree is refused, and what may be cut never runs. */
export const STOP_TABLE: Readonly<Record<StopReason, StopRow>> = {
  tool_use: { noCall: "tool_use_without_call", structured: "act", fromText: "act" },
  end_turn: { noCall: "rest", structured: "calls_after_end", fromText: "act" },
  max_tokens: { noCall: "rest", structured: "calls_cut", fromText: "calls_cut" },
  pause_turn: { noCall: "rest", structured: "calls_while_paused", fromText: "calls_while_paused" },
};

/** From a reply to its calls under the bound action mode (K12). Text without a profile is only looked at (R19). */
export function replyActions(reply: ReadReply, bound: BoundActionMode, utf8: Utf8): ReplyActions {
  const stopReason = parseStopReason(reply.stopReason);
  if (stopReason === undefined) return { kind: "unhandled", stopReason: reply.stopReason };
  if (bound.mode !== "text") return answer(stopReason, "structured", reply.calls);
  const [native] = reply.calls;
  if (native !== undefined) return refused([replyProblem("native_call_in_text_mode", `blocks[${native.block.n}]`)]);
  if (bound.adapterProfile === undefined) return answer(stopReason, "fromText", []);
  const read = callsInText(reply, bound.adapterProfile, utf8);
  return read.ok ? answer(stopReason, "fromText", read.calls) : refused(read.problems);
}

type Origin = "structured" | "fromText";

function answer(stopReason: StopReason, origin: Origin, calls: readonly ReplyCall[]): ReplyActions {
  const [first, ...rest] = calls;
  const says = STOP_TABLE[stopReason][first === undefined ? "noCall" : origin];
  if (says === "rest") return { kind: "rest", stopReason };
  if (says !== "act") return refused([replyProblem(says, "stopReason")]);
  // The table says `act` of calls only; without one there would be nothing to do.
  if (first === undefined) return refused([replyProblem("tool_use_without_call", "stopReason")]);
  return { kind: "act", stopReason: "tool_use", calls: [first, ...rest] };
}

function refused(problems: ReplyProblems): ReplyActions {
  return { kind: "refused", problems };
}

type TextCalls =
  | { readonly ok: true; readonly calls: readonly ReplyCall[] }
  | { readonly ok: false; readonly problems: ReplyProblems };

/** Every text block is read by itself: a call, or a fence, does not run from one into the next. Thinking is never read. */
function callsInText({ blocks, replyDigest }: ReadReply, adapterProfile: AdapterProfile, utf8: Utf8): TextCalls {
  const calls: ReplyCall[] = [];
  let openAt: number | undefined;
  for (const [n, block] of blocks.entries()) {
    if (block.kind !== "text") continue;
    if (openAt !== undefined) return stopped(replyProblem("fence_unclosed", `blocks[${openAt}].text`));
    const reading = readTextCalls(adapterProfile, block.text, utf8);
    if (!reading.ok) {
      const { fault, at, what } = reading.fault;
      return stopped(replyProblem(fault, `blocks[${n}].text line ${lineOf(block.text, at)}`, what));
    }
    for (const call of reading.calls)
      calls.push({ index: calls.length, block: { replyDigest, n }, providerCallId: "", ...call, adapterProfile });
    openAt = reading.open ? n : undefined;
  }
  if (calls.length > REPLY_BOUNDS.calls)
    return stopped(replyProblem("too_many_calls", "blocks", `${calls.length} calls, at most ${REPLY_BOUNDS.calls}`));
  return { ok: true, calls };
}

function stopped(problem: ReplyProblem): TextCalls {
  return { ok: false, problems: [problem] };
}

function lineOf(text: string, at: number): number {
  let line = 1;
  for (let end = text.indexOf("\n"); end !== -1 && end < at; end = text.indexOf("\n", end + 1)) line += 1;
  return line;
}
