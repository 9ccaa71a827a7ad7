import type { RepliedBlock } from "../reply/read-block.ts";
import { InvariantError } from "../gate/verdict.ts";

/** A call in the history: the provider's id is kept beside the host's, which is unique where providers reuse theirs (DESIGN 6). */
export type HistoryBlock =
  | Exclude<RepliedBlock, { kind: "tool_call" }>
  | (Extract<RepliedBlock, { kind: "tool_call" }> & { readonly toolCallId: string });

/** The result of one call as the model sees it. */
export interface CallAnswer {
  readonly toolCallId: string;
  readonly tool: string;
  readonly text: string;
  readonly isFailure: boolean;
}

/** One message of a conversation. */
export type HistoryMessage =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly blocks: readonly HistoryBlock[] }
  | { readonly role: "tool"; readonly answers: readonly CallAnswer[] };

const MINT = Symbol("ClosedHistory");

/** A conversation in which every call has its answer. Only such a one becomes a request: an orphan cannot be sent (R11). */
class ClosedHistory {
  readonly #messages: readonly HistoryMessage[];
  constructor(messages: readonly HistoryMessage[], mint: symbol) {
    if (mint !== MINT) throw new InvariantError("a ClosedHistory is given out by a History only");
    this.#messages = messages;
  }
  get messages(): readonly HistoryMessage[] {
    return this.#messages;
  }
}
export type { ClosedHistory };

/**
 * The messages of a session as its rows come. An answer to a call that nobody made, or a second one, is refused when it is added, not
 * when it is sent (PEERS 2).
 */
export class History {
  readonly #messages: HistoryMessage[] = [];
  /** The calls of the newest assistant's message that have no answer, in their order. */
  #open = new Map<string, string>();
  #answers = new Map<string, CallAnswer>();

  get length(): number {
    return this.#messages.length;
  }

  /** Calls that have no answer yet, in the order in which they were made. */
  get openCalls(): readonly { readonly toolCallId: string; readonly tool: string }[] {
    return [...this.#open].map(([toolCallId, tool]) => ({ toolCallId, tool }));
  }

  /** What somebody said. Not between a call and its answer: no provider takes that. */
  addUser(text: string): void {
    this.#assertClosed("a message of the user");
    this.#messages.push({ role: "user", text });
  }

  /** What the model said, its calls under the host's ids. */
  addReply(blocks: readonly RepliedBlock[], toolCallIds: readonly string[]): void {
    this.#assertClosed("a reply");
    const ids = toolCallIds.values();
    const named = blocks.map((block): HistoryBlock => {
      if (block.kind !== "tool_call") return block;
      const toolCallId = ids.next().value;
      if (toolCallId === undefined || this.#open.has(toolCallId))
        throw new InvariantError(`the call of ${block.tool} has no id of its own`);
      this.#open.set(toolCallId, block.tool);
      return { ...block, toolCallId };
    });
    this.#messages.push({ role: "assistant", blocks: named });
  }

  /** One call's answer; with the last one the message is whole, its answers in the order of the calls. */
  addAnswer(answer: CallAnswer): void {
    if (!this.#open.delete(answer.toolCallId))
      throw new InvariantError(`an answer to ${answer.toolCallId}, which is no open call`);
    this.#answers.set(answer.toolCallId, answer);
    if (this.#open.size > 0) return;
    const answers = this.#callOrder().flatMap((id) => this.#answers.get(id) ?? []);
    this.#messages.push({ role: "tool", answers });
    this.#answers = new Map();
  }

  /** The history as it may be sent; undefined while a call is open. */
  close(): ClosedHistory | undefined {
    return this.#open.size > 0 ? undefined : new ClosedHistory(this.#messages, MINT);
  }

  #callOrder(): readonly string[] {
    const last = this.#messages.at(-1);
    return last?.role === "assistant"
      ? last.blocks.flatMap((block) => (block.kind === "tool_call" ? [block.toolCallId] : []))
      : [];
  }

  #assertClosed(what: string): void {
    if (this.#open.size > 0) throw new InvariantError(`${what} before every call has its answer`);
  }
}
