import type { ClosedHistory, HistoryMessage, JsonObject } from "#kernel";

/** A rough count: providers disagree by a third either way, and the bound is ours. */
const CHARACTERS_PER_TOKEN = 3;

/** What of a history stands in a request. */
export interface Window {
  readonly messages: readonly HistoryMessage[];
  /** How many messages before those were left out. */
  readonly leftOut: number;
  /** False where what has to stand in it has no room: the task, the newest words, the newest turn, what is told beside them. */
  readonly fits: boolean;
}

/** What a model is told of messages that are not in a request. */
export function leftOutText(leftOut: number): string {
  return `[${leftOut} earlier messages are not shown]`;
}

const LEFT_OUT_TOKENS = tokensIn(leftOutText(Number.MAX_SAFE_INTEGER).length);

/** How many tokens notes have that are told beside a history. */
export function notesTokens(notes: readonly string[]): number {
  let tokens = 0;
  for (const text of notes) tokens += tokensIn(text.length + 1);
  return tokens;
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

  /** `beside`: how many tokens the request has beside the history. */
  of(history: ClosedHistory, beside = 0): Window {
    const { messages } = history;
    this.#count(messages);
    const room = this.#most - beside;
    while (
      this.#start < messages.length &&
      (this.#tokens(this.#start) > room || messages[this.#start]?.role === "tool")
    )
      this.#start += 1;
    const start = this.#start;
    const hasNewest = start < messages.length || this.#said >= messages.length - 1;
    const fits = hasNewest && this.#tokens(start) <= room;
    // A copy: the history grows, and whoever was given a request keeps what it was given.
    if (start === 1) return { messages: messages.slice(), leftOut: 0, fits };
    const isOlder = this.#said > 0 && this.#said < start;
    const words = [...messages.slice(0, 1), ...(isOlder ? messages.slice(this.#said, this.#said + 1) : [])];
    return { messages: [...words, ...messages.slice(start)], leftOut: start - words.length, fits };
  }

  /** How many tokens of a history a request cannot do without: the task, the newest words and the newest turn. */
  least(history: ClosedHistory): number {
    const { messages } = history;
    this.#count(messages);
    const newest = messages.findLastIndex(({ role }) => role !== "tool");
    return this.#tokens(Math.max(1, this.#start, newest));
  }

  #count(messages: readonly HistoryMessage[]): void {
    for (let at = this.#sums.length; at < messages.length; at++) {
      this.#sums.push((this.#sums[at - 1] ?? 0) + tokensOf(messages[at]));
      if (messages[at]?.role === "user") this.#said = at;
    }
  }

  /** What a request has that begins there: the task, the newest words if they are older than that, the rest, and that something is left out. */
  #tokens(start: number): number {
    const sum = (at: number): number => this.#sums[at] ?? 0;
    const words = this.#said > 0 && this.#said < start ? sum(this.#said) - sum(this.#said - 1) : 0;
    const said = start > 1 ? LEFT_OUT_TOKENS : 0;
    return sum(0) + words + sum(this.#sums.length - 1) - sum(start - 1) + said;
  }
}

function tokensIn(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

function tokensOf(message: HistoryMessage | undefined): number {
  return tokensIn(charactersOf(message));
}

function charactersOf(message: HistoryMessage | undefined): number {
  if (message === undefined) return 0;
  switch (message.role) {
    case "user":
      return message.text.length;
    case "assistant":
      return message.blocks.reduce((sum, block) => sum + blockLength(block), 0);
    case "tool":
      return message.answers.reduce(
        (sum, { text, tool, toolCallId }) => sum + text.length + tool.length + toolCallId.length,
        0,
      );
    default:
      return message satisfies never;
  }
}

function blockLength(block: Extract<HistoryMessage, { role: "assistant" }>["blocks"][number]): number {
  switch (block.kind) {
    case "text":
    case "thinking":
      return block.text.length + carryLength(block);
    case "tool_call": {
      const { tool, argumentsText, toolCallId, providerCallId } = block;
      return tool.length + argumentsText.length + toolCallId.length + providerCallId.length + carryLength(block);
    }
    case "provider_executed":
      return carryLength(block);
    default:
      return block satisfies never;
  }
}

function carryLength({ carry }: { readonly carry?: JsonObject }): number {
  return carry === undefined ? 0 : JSON.stringify(carry).length;
}
