import { InvariantError } from "../../gate/verdict.ts";
import type { CallAnswer, HistoryBlock, HistoryMessage } from "../history.ts";
import { ProviderIds } from "./provider-names.ts";

type Call = Extract<HistoryBlock, { kind: "tool_call" }>;
/** A call under the id that the provider gets. */
export type PairedCall = Call & { readonly id: string };
export type PairedBlock = Exclude<HistoryBlock, Call> | PairedCall;

/** A message whose calls and answers have the ids that the provider gets: each answer stands right behind its call. */
export type PairedMessage =
  | Extract<HistoryMessage, { role: "user" }>
  | { readonly role: "assistant"; readonly blocks: readonly PairedBlock[] }
  | { readonly role: "tool"; readonly answers: readonly (CallAnswer & { readonly id: string })[] };

/**
 * Pairs calls with the answers of the next message, never further: ids repeat. A history in which a call is open, or an answer belongs
 * to none, cannot be sent and is not exported either (R11): it is a bug of the caller, whose histories are closed.
 */
export function pairMessages(messages: readonly HistoryMessage[]): readonly PairedMessage[] {
  const ids = new ProviderIds();
  let open = new Map<string, string>();
  const paired = messages.map((message): PairedMessage => {
    if (message.role === "tool") {
      const answers = message.answers.map((answer) => ({ ...answer, id: closeCall(open, answer.toolCallId) }));
      assertClosed(open);
      return { role: "tool", answers };
    }
    assertClosed(open);
    if (message.role === "user") return message;
    const blocks = message.blocks.map((block) =>
      block.kind === "tool_call" ? { ...block, id: ids.give(block.toolCallId) } : block,
    );
    open = callsOf(blocks);
    return { role: "assistant", blocks };
  });
  assertClosed(open);
  return paired;
}

function callsOf(blocks: readonly PairedBlock[]): Map<string, string> {
  const calls = blocks.flatMap((block) => (block.kind === "tool_call" ? [[block.toolCallId, block.id] as const] : []));
  const open = new Map(calls);
  if (open.size !== calls.length) throw new InvariantError("two calls of one message have one id");
  return open;
}

function closeCall(open: Map<string, string>, toolCallId: string): string {
  const id = open.get(toolCallId);
  if (id === undefined) throw new InvariantError(`an answer to ${toolCallId}, which is no open call`);
  open.delete(toolCallId);
  return id;
}

function assertClosed(open: ReadonlyMap<string, string>): void {
  const [toolCallId] = open.keys();
  if (toolCallId !== undefined) throw new InvariantError(`the call ${toolCallId} has no answer`);
}
