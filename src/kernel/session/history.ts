import type { RepliedBlock } from "../reply/read-block.ts";
import { InvariantError } from "../gate/verdict.ts";
import { frozenCopy } from "../json/frozen.ts";

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

/** A call, and its answer once there is one. */
interface Slot {
  readonly toolCallId: string;
  readonly tool: string;
  answer: CallAnswer | undefined;
}

const MINT = Symbol("ClosedHistory");
const NO_CALLS: readonly string[] = [];

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
  /** The calls of the newest assistant's message in their order, while one of them has no answer. */
  #calls: Slot[] = [];
  #open = 0;

  get length(): number {
    return this.#messages.length;
  }

  /** Every message so far; the newest calls may be without answers. To be looked at, not to be sent. */
  get messages(): readonly HistoryMessage[] {
    return this.#messages;
  }

  /** Calls that have no answer yet, in the order in which they were made. */
  get openCalls(): readonly { readonly toolCallId: string; readonly tool: string }[] {
    return this.#calls.flatMap(({ toolCallId, tool, answer }) => (answer === undefined ? [{ toolCallId, tool }] : []));
  }

  /** What the model was given last: a person's words, or answers to its calls. */
  newestGiven(): Exclude<HistoryMessage, { role: "assistant" }> | undefined {
    for (let at = this.#messages.length - 1; at >= 0; at--) {
      const message = this.#messages[at];
      if (message !== undefined && message.role !== "assistant") return message;
    }
    return undefined;
  }

  /** What somebody said. Not between a call and its answer: no provider takes that. */
  addUser(text: string): void {
    this.#assertClosed("a message of the user");
    this.#messages.push(Object.freeze({ role: "user", text }));
  }

  /** What the model said, its calls under the host's ids. `textCalls`: the tools of the calls that a profile found in its text. */
  addReply(
    blocks: readonly RepliedBlock[],
    toolCallIds: readonly string[],
    textCalls: readonly string[] = NO_CALLS,
  ): void {
    this.#assertClosed("a reply");
    let at = 0;
    const named = blocks.map((block): HistoryBlock => {
      // Whoever is given a request is given these very objects: nobody can change what was said.
      if (block.kind !== "tool_call") return frozenBlock(block);
      const { kind, providerCallId, tool, argumentsText, carry } = block;
      const toolCallId = this.#openCall(toolCallIds[at++], tool);
      if (carry === undefined) return Object.freeze({ kind, providerCallId, tool, argumentsText, toolCallId });
      return frozenCopy({ kind, providerCallId, tool, argumentsText, carry, toolCallId });
    });
    for (const tool of textCalls) this.#openCall(toolCallIds[at++], tool);
    this.#messages.push(Object.freeze({ role: "assistant", blocks: Object.freeze(named) }));
  }

  #openCall(toolCallId: string | undefined, tool: string): string {
    if (toolCallId === undefined || this.#slotOf(toolCallId) !== undefined)
      throw new InvariantError(`the call of ${tool} has no id of its own`);
    this.#calls.push({ toolCallId, tool, answer: undefined });
    this.#open += 1;
    return toolCallId;
  }

  /** One call's answer; with the last one the message is whole, its answers in the order of the calls. */
  addAnswer(answer: Omit<CallAnswer, "tool">): void {
    const { toolCallId, text, isFailure } = answer;
    const slot = this.#slotOf(toolCallId);
    if (slot === undefined || slot.answer !== undefined)
      throw new InvariantError(`an answer to ${toolCallId}, which is no open call`);
    slot.answer = Object.freeze({ toolCallId, tool: slot.tool, text, isFailure });
    this.#open -= 1;
    if (this.#open > 0) return;
    const answers: CallAnswer[] = [];
    for (const { answer: given } of this.#calls) if (given !== undefined) answers.push(given);
    this.#messages.push(Object.freeze({ role: "tool", answers: Object.freeze(answers) }));
    this.#calls = [];
  }

  /** What the newest calls gave is not shown: each is answered by this instead. */
  withhold(text: string): void {
    const newest = this.#messages.at(-1);
    if (newest?.role !== "tool") throw new InvariantError("there are no answers that could be withheld");
    const answers = newest.answers.map(({ toolCallId, tool }) =>
      Object.freeze({ toolCallId, tool, text, isFailure: true }),
    );
    this.#messages[this.#messages.length - 1] = Object.freeze({ role: "tool", answers: Object.freeze(answers) });
  }

  /** A reply has a handful of calls: to look through them costs less than to index them. */
  #slotOf(toolCallId: string): Slot | undefined {
    for (const slot of this.#calls) if (slot.toolCallId === toolCallId) return slot;
    return undefined;
  }

  /** The history as it may be sent; undefined while a call is open. */
  close(): ClosedHistory | undefined {
    return this.#open > 0 ? undefined : new ClosedHistory(this.#messages, MINT);
  }

  /** Every message, calls that are open answered by `text`: for whoever looks at a session that can record nothing any more. */
  messagesWith(text: string): readonly HistoryMessage[] {
    if (this.#open === 0) return this.#messages.slice();
    const answers = this.#calls.map(({ toolCallId, tool, answer }): CallAnswer => {
      return answer ?? { toolCallId, tool, text, isFailure: true };
    });
    return [...this.#messages, { role: "tool", answers }];
  }

  #assertClosed(what: string): void {
    if (this.#open > 0) throw new InvariantError(`${what} before every call has its answer`);
  }
}

type PlainBlock = Exclude<HistoryBlock, { kind: "tool_call" }>;

function frozenBlock(block: PlainBlock): PlainBlock {
  return "carry" in block ? frozenCopy(block) : Object.freeze(block);
}
