import type { ClosedHistory, HistoryMessage } from "#kernel";

/** A rough count: providers disagree by a third either way, and the bound is ours. */
const CHARACTERS_PER_TOKEN = 3;

/** What of a history stands in a request. */
export interface Window {
  readonly messages: readonly HistoryMessage[];
  /** How many messages before those were left out. */
  readonly leftOut: number;
}

/**
 * Gives the newest part of a history that a bound has room for: the first message, which says what is to be done, and whole turns from
 * the end, never a call without its answer. Each message is counted once, however often it is asked (R21).
 */
export class RequestWindow {
  readonly #most: number;
  /** Tokens up to and including each message. */
  readonly #sums: number[] = [];
  #start = 1;
  constructor(mostTokens: number) {
    this.#most = mostTokens;
  }

  of(history: ClosedHistory): Window {
    const { messages } = history;
    for (let at = this.#sums.length; at < messages.length; at++)
      this.#sums.push((this.#sums[at - 1] ?? 0) + tokensOf(messages[at]));
    const total = this.#sums.at(-1) ?? 0;
    const first = this.#sums[0] ?? 0;
    const after = (start: number): number => first + total - (this.#sums[start - 1] ?? 0);
    while (this.#start < messages.length && (after(this.#start) > this.#most || messages[this.#start]?.role === "tool"))
      this.#start += 1;
    if (this.#start === 1) return { messages, leftOut: 0 };
    const [task] = messages;
    const kept = messages.slice(this.#start);
    return { messages: task === undefined ? kept : [task, ...kept], leftOut: this.#start - 1 };
  }
}

function tokensOf(message: HistoryMessage | undefined): number {
  return Math.ceil(charactersOf(message) / CHARACTERS_PER_TOKEN);
}

function charactersOf(message: HistoryMessage | undefined): number {
  if (message === undefined) return 0;
  switch (message.role) {
    case "user":
      return message.text.length;
    case "assistant":
      return message.blocks.reduce((sum, block) => sum + blockLength(block), 0);
    case "tool":
      return message.answers.reduce((sum, { text }) => sum + text.length, 0);
    default:
      return message satisfies never;
  }
}

function blockLength(block: Extract<HistoryMessage, { role: "assistant" }>["blocks"][number]): number {
  switch (block.kind) {
    case "text":
      return block.text.length;
    case "thinking":
      return block.text.length + (block.carry === undefined ? 0 : JSON.stringify(block.carry).length);
    case "tool_call":
      return block.tool.length + block.argumentsText.length;
    case "provider_executed":
      return JSON.stringify(block.carry).length;
    default:
      return block satisfies never;
  }
}
