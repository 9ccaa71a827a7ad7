import { clipText } from "../policy/tool-failure.ts";

/** Everything that can be wrong with a reply. */
export type ReplyProblemKind =
  | "wrong_shape"
  | "unknown_block"
  | "empty_tool_name"
  | "too_many_blocks"
  | "too_many_calls"
  | "too_large"
  | "lone_surrogate"
  | "not_json"
  | "tool_use_without_call"
  | "calls_after_end"
  | "calls_while_paused"
  | "calls_cut"
  | "native_call_in_text_mode"
  | "call_not_exact"
  | "call_unclosed"
  | "call_unopened"
  | "call_not_json"
  | "call_wrong_shape"
  | "call_too_large"
  | "fence_unclosed"
  | "fence_in_fence";

/** What each problem means. After any of them no call of the reply runs. */
export const REPLY_PROBLEMS: Readonly<Record<ReplyProblemKind, string>> = {
  wrong_shape: "a part of the reply is missing or of another type",
  unknown_block: "a block of a kind that nobody knows",
  empty_tool_name: "a call that names no tool",
  too_many_blocks: "more blocks than a reply may have",
  too_many_calls: "more calls than a reply may make",
  too_large: "more text than a reply may hold",
  lone_surrogate: "half a character: the text has no UTF-8 and no digest",
  not_json: "what the provider wants back is no JSON",
  tool_use_without_call: "the provider stopped for a call, and there is none",
  calls_after_end: "the provider says that the turn ended, and there are calls",
  calls_while_paused: "the provider paused the turn, and there are calls",
  calls_cut: "the reply was cut: arguments or further calls may be lost",
  native_call_in_text_mode: "a structured call where calls are read from text only",
  call_not_exact: "something that looks like a call and is not written as one",
  call_unclosed: "a call that does not end",
  call_unopened: "the end of a call that nothing began",
  call_not_json: "a call whose content is no JSON",
  call_wrong_shape: "a call whose content is not what its profile asks for",
  call_too_large: "a call with more content than a profile reads",
  fence_unclosed: "a fence that does not end, with what may be a call in it or after it",
  fence_in_fence: "a fence in a fence of the same length: what is quoted cannot be told from what is meant",
};

/** One thing that is wrong with a reply: which, where, and a bounded sentence about it that holds no payload. */
export interface ReplyProblem {
  readonly kind: ReplyProblemKind;
  readonly where: string;
  readonly what: string;
}

/** At least one problem. */
export type ReplyProblems = readonly [ReplyProblem, ...ReplyProblem[]];

const WHAT_LIMIT = 200;

/** The problem with its sentence bounded; the table's where nothing more is known. */
export function replyProblem(kind: ReplyProblemKind, where: string, what: string = REPLY_PROBLEMS[kind]): ReplyProblem {
  return { kind, where, what: clipText(what, WHAT_LIMIT) };
}
