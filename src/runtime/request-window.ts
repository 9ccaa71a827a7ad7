import type { ClosedHistory, HistoryMessage } from "#kernel";

/** A rough count: providers disagree by a third either way, and the bound is ours. */
const CHARACTERS_PER_TOKEN = 3;

/** What of a history stands in a request. */
export interface Window {
  readonly messages: readonly HistoryMessage[];
  /** How many messages before those were left out. */
  readonly leftOut: number;
  /** False where not even the newest turn has room. */
  readonly fits: boolean;
}

/**
 * Gives the newest part of a history that a bound has room for: the first message and the newest words of a person, which say what is to
 * be done, and whole turns from the end, never a call without its answer. Each message is counted once, however often it is asked (R21).
 */
export class RequestWindow {
  readonly #most: number;
  /** Tokens up to and including each message. */
  readonly #sums: number[] = [];
  #start = 1;
  /** Where the newest words of a person stand. */
  #said = 0;
  constructor(mostTokens: number) {
    this.#most = mostTokens;
  }

  of(history: ClosedHistory): Window {
    const { messages } = history;
    for (let at = this.#sums.length; at < messages.length; at++) {
      this.#sums.push((this.#sums[at - 1] ?? 0) + tokensOf(messages[at]));
      if (messages[at]?.role === "user") this.#said = at;
    }
    while (this.#start < messages.length && (this.#tokens() > this.#most || messages[this.#start]?.role === "tool"))
      this.#start += 1;
    const start = this.#start;
    // A copy: the history grows, and whoever was given a request keeps what it was given.
    if (start === 1) return { messages: messages.slice(), leftOut: 0, fits: true };
    const isOlder = this.#said > 0 && this.#said < start;
    const words = [...messages.slice(0, 1), ...(isOlder ? messages.slice(this.#said, this.#said + 1) : [])];
    const fits = start < messages.length || this.#said === messages.length - 1;
    return { messages: [...words, ...messages.slice(start)], leftOut: start - words.length, fits };
  }

  /** What a request has that begins where it begins now: the task, the newest words if they are older than that, and the rest. */
  #tokens(): number {
    const sum = (at: number): number => this.#sums[at] ?? 0;
    const words = this.#said > 0 && this.#said < this.#start ? sum(this.#said) - sum(this.#said - 1) : 0;
    return sum(0) + words + sum(this.#sums.length - 1) - sum(this.#start - 1);
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
