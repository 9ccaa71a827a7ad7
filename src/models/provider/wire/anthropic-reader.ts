import { isJsonObject, type Json, type JsonObject, readToolText } from "#kernel";
import { utf8 } from "#platform";
import { modelError } from "../../model-error.ts";
import type { TokenCounts } from "../usage/token-counts.ts";
import { countOf, type Fields, fieldsOf, listOf, textOf } from "./fields.ts";
import { type BlockDraft, objectText, type ReplyDraft } from "./reply-draft.ts";
import { strictAt, type WireEvent } from "./wire-event.ts";
import type { WireReader } from "./wire-reader.ts";

/** Reads Anthropic's Messages API. */
export function anthropicReader(draft: ReplyDraft): WireReader {
  const reading = new AnthropicReading(draft);
  return {
    take: (event) => reading.take(event),
    begins: ({ fields }) => fields["type"] === "message_start",
    takeWhole(event) {
      reading.message(event, []);
      draft.isEnded = true;
    },
  };
}

type Handler = (reading: AnthropicReading, event: WireEvent) => void;

const HANDLERS: Readonly<Record<string, Handler>> = {
  message_start: (reading, event) => reading.message(event, ["message"]),
  content_block_start(reading, event) {
    const block = reading.begin(fieldsOf(event.fields["content_block"]), () =>
      strictAt(event.strict(), ["content_block"]),
    );
    block.isOpen = true;
    reading.open.set(event.fields["index"], block);
  },
  content_block_delta: (reading, event) => reading.delta(event),
  content_block_stop: (reading, { fields }) => reading.close(fields["index"]),
  message_delta(reading, { fields }) {
    reading.draft.stop(fieldsOf(fields["delta"])["stop_reason"]);
    reading.usage(fieldsOf(fields["usage"]));
  },
  message_stop(reading) {
    reading.draft.isEnded = true;
  },
};

class AnthropicReading {
  readonly draft: ReplyDraft;
  readonly open = new Map<unknown, BlockDraft>();
  /** The input of tools that the provider runs comes in pieces, as that of ours. */
  readonly #inputs = new Map<BlockDraft, string>();
  #usage: Fields = {};

  constructor(draft: ReplyDraft) {
    this.draft = draft;
  }

  take(event: WireEvent): void {
    const type = textOf(event.fields["type"]);
    if (Object.hasOwn(HANDLERS, type)) HANDLERS[type]?.(this, event);
  }

  /** A whole message: a reply in one body, or the beginning of a stream, which may hold blocks already. */
  message({ fields, strict }: WireEvent, path: readonly string[]): void {
    let message = fields;
    for (const step of path) message = fieldsOf(message[step]);
    const { id, content, stop_reason: reason } = message;
    if (typeof id === "string") this.draft.responseId = id;
    for (const [n, block] of listOf(content).entries())
      this.#close(this.begin(fieldsOf(block), () => strictAt(strict(), [...path, "content", n])));
    this.draft.stop(reason);
    this.usage(fieldsOf(message["usage"]));
  }

  begin(block: Fields, strict: () => JsonObject): BlockDraft {
    const { draft } = this;
    switch (block["type"]) {
      case "text": {
        const text = draft.begin("text");
        text.add(textOf(block["text"]));
        const citations = listOf(block["citations"]);
        if (citations.length > 0) text.carry["citations"] = strict()["citations"] ?? [];
        return text;
      }
      case "thinking": {
        const thinking = draft.begin("thinking");
        thinking.add(textOf(block["thinking"]));
        if (textOf(block["signature"]) !== "") thinking.carry["signature"] = textOf(block["signature"]);
        return thinking;
      }
      case "redacted_thinking": {
        const thinking = draft.begin("thinking");
        thinking.carry = { type: "redacted_thinking", data: textOf(block["data"]) };
        return thinking;
      }
      case "tool_use": {
        const call = draft.beginCall({ id: textOf(block["id"]), name: textOf(block["name"]) });
        const input = fieldsOf(block["input"]);
        if (Object.keys(input).length > 0) call.add(objectText(strictAt(strict(), ["input"])));
        return call;
      }
      default: {
        // Tools that the provider runs, and whatever it invents next: kept as it is, never executed.
        const executed = draft.begin("provider_executed");
        executed.carry = { ...strict() };
        return executed;
      }
    }
  }

  delta(event: WireEvent): void {
    const { fields, strict } = event;
    const block = this.open.get(fields["index"]);
    if (block === undefined) throw modelError("bad_reply", "a piece of the reply belongs to no block", true);
    const delta = fieldsOf(fields["delta"]);
    switch (delta["type"]) {
      case "text_delta":
        return block.add(textOf(delta["text"]));
      case "thinking_delta":
        return block.add(textOf(delta["thinking"]));
      case "signature_delta":
        block.carry["signature"] = textOf(block.carry["signature"]) + textOf(delta["signature"]);
        return;
      case "input_json_delta":
        return this.#input(block, textOf(delta["partial_json"]));
      case "citations_delta": {
        const citation = strictAt(strict(), ["delta", "citation"]);
        block.carry["citations"] = [...((block.carry["citations"] ?? []) as readonly Json[]), citation];
        return;
      }
      case "compaction_delta":
        block.carry["content"] = textOf(block.carry["content"]) + textOf(delta["content"]);
        return;
      default:
        return;
    }
  }

  #input(block: BlockDraft, piece: string): void {
    if (block.kind === "tool_call") block.add(piece);
    else this.#inputs.set(block, (this.#inputs.get(block) ?? "") + piece);
  }

  close(index: unknown): void {
    const block = this.open.get(index);
    if (block !== undefined) this.#close(block);
    this.open.delete(index);
  }

  #close(block: BlockDraft): void {
    block.isOpen = false;
    const input = this.#inputs.get(block) ?? "";
    if (input.trim() === "") return;
    const reading = readToolText(input, utf8);
    // Cut off in the middle: kept as the text that it is.
    block.carry["input"] = reading.ok && isJsonObject(reading.value) ? reading.value : { malformed_arguments: input };
    this.#inputs.delete(block);
  }

  /** Later counts replace earlier ones; what is not counted again stays. */
  usage(counts: Fields): void {
    const given = Object.entries(counts).filter(([, value]) => countOf(value) !== undefined);
    if (given.length === 0) return;
    this.#usage = { ...this.#usage, ...Object.fromEntries(given) };
    this.draft.tokens = tokensOf(this.#usage);
  }
}

/** Anthropic counts what it read from its cache, and what it wrote there, beside the input. */
function tokensOf(usage: Fields): TokenCounts {
  const cacheRead = countOf(usage["cache_read_input_tokens"]);
  const cacheWrite = countOf(usage["cache_creation_input_tokens"]);
  const fresh = countOf(usage["input_tokens"]) ?? 0;
  return {
    input: fresh + (cacheRead ?? 0) + (cacheWrite ?? 0),
    output: countOf(usage["output_tokens"]) ?? 0,
    cacheRead,
    cacheWrite,
  };
}
