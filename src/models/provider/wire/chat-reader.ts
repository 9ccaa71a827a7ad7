import { canonicalJson, isJsonObject, type Json } from "#kernel";
import type { TokenCounts } from "../usage/token-counts.ts";
import { countOf, type Fields, fieldsOf, listOf, textOf } from "./fields.ts";
import { mergeDetails } from "./reasoning-details.ts";
import type { BlockDraft, ReplyDraft } from "./reply-draft.ts";
import { strictAt, type WireEvent, wireEvent } from "./wire-event.ts";
import type { WireReader } from "./wire-reader.ts";

/** Reads chat completions: OpenAI's, and those of every server that speaks them. Only the first choice is read. */
export function chatReader(draft: ReplyDraft): WireReader {
  const reading = new ChatReading(draft);
  return {
    take: (event) => reading.take(event, "delta"),
    takeWhole(event) {
      reading.take(event, "message");
      draft.isEnded = draft.rawStop !== undefined;
    },
  };
}

/** Where servers put thinking; one of them is read, for some say it under two names at once. */
const REASONING_FIELDS = ["reasoning_content", "reasoning", "reasoning_text"] as const;

/** A call, and what its first piece said of it. */
interface KnownCall {
  readonly index: unknown;
  readonly name: string;
  readonly block: BlockDraft;
}

/** Whether a piece under a known index begins another call: another id, another name, or more arguments behind whole ones. */
function isOther({ name: known, block }: KnownCall, { id, function: given }: Fields, name: string): boolean {
  if (name === "") return false;
  if (textOf(id) !== "" && block.callId !== "") return block.callId !== id;
  if (known !== "" && known !== name) return true;
  return textOf(fieldsOf(given)["arguments"]) !== "" && wireEvent("", block.text) !== undefined;
}

/** What a server did by itself: tools that it ran, told anew with every piece, and where its words come from. */
const EXECUTED_FIELDS = ["executed_tools", "annotations"] as const;

class ChatReading {
  readonly #draft: ReplyDraft;
  readonly #executedBlocks = new Map<string, BlockDraft>();
  readonly #calls: KnownCall[] = [];

  constructor(draft: ReplyDraft) {
    this.#draft = draft;
  }

  take(event: WireEvent, form: "delta" | "message"): void {
    const { fields } = event;
    const draft = this.#draft;
    if (typeof fields["id"] === "string" && fields["id"] !== "") draft.responseId ??= fields["id"];
    for (const [n, item] of listOf(fields["choices"]).entries()) {
      const choice = fieldsOf(item);
      if ((countOf(choice["index"]) ?? 0) !== 0) continue;
      // Some servers send the whole message as the last piece of a stream, and some a piece as the whole.
      const name = choice[form] === undefined && form === "delta" && draft.isEmpty ? "message" : form;
      this.#said(fieldsOf(choice[name]), event, ["choices", n, name]);
      const reason = choice["finish_reason"];
      if (typeof reason === "string" && reason !== "") draft.rawStop = reason;
    }
    const usage = fieldsOf(fields["usage"] ?? fieldsOf(fields["x_groq"])["usage"]);
    if (Object.keys(usage).length > 0) draft.tokens = tokensOf(usage);
  }

  #said(said: Fields, event: WireEvent, path: readonly (string | number)[]): void {
    this.#reasoning(said, event, path);
    this.#content(said["content"]);
    if (textOf(said["refusal"]) !== "") {
      this.#draft.isRefused = true;
      this.#draft.running("text").add(textOf(said["refusal"]));
    }
    for (const [n, call] of listOf(said["tool_calls"]).entries())
      this.#call(fieldsOf(call), () => strictAt(event.strict(), [...path, "tool_calls", n]));
    const legacy = fieldsOf(said["function_call"]);
    if (Object.keys(legacy).length > 0) this.#call({ index: "function_call", function: legacy }, () => ({}));
    for (const name of EXECUTED_FIELDS)
      if (listOf(said[name]).length > 0) this.#executed(name, strictAt(event.strict(), path)[name] ?? []);
  }

  #reasoning(said: Fields, event: WireEvent, path: readonly (string | number)[]): void {
    const field = REASONING_FIELDS.find((name) => textOf(said[name]) !== "");
    if (field !== undefined) {
      const block = this.#thinking(field);
      block.add(textOf(said[field]));
    }
    if (listOf(said["reasoning_details"]).length === 0) return;
    const block = this.#thinking(field);
    const details = strictAt(event.strict(), path)["reasoning_details"];
    block.carry["details"] = mergeDetails(block.carry["details"], details);
  }

  /** Thinking goes on in one block until something else is said. */
  #thinking(field: string | undefined): BlockDraft {
    const block = this.#draft.tail("thinking") ?? this.#draft.begin("thinking");
    if (field !== undefined && this.#draft.kind === "openai-compatible") block.carry["field"] = field;
    return block;
  }

  /** A text, or a list of texts and thoughts. */
  #content(content: unknown): void {
    if (typeof content === "string") {
      if (content !== "") this.#draft.running("text").add(content);
      return;
    }
    for (const item of listOf(content)) {
      const part = fieldsOf(item);
      if (part["type"] === "text") this.#content(textOf(part["text"]));
      if (part["type"] === "thinking")
        for (const thought of listOf(part["thinking"])) {
          const text = textOf(fieldsOf(thought)["text"]);
          if (text !== "") this.#draft.running("thinking").add(text);
        }
    }
  }

  #call(call: Fields, strict: () => Readonly<Record<string, Json>>): void {
    const { name, arguments: given } = fieldsOf(call["function"]);
    const block = this.#callOf(call, textOf(name));
    if (block.callId === "") block.callId = textOf(call["id"]);
    if (textOf(name) !== "") this.#draft.nameCall(block, textOf(name));
    if (typeof given === "string") block.add(given);
    // Some servers give them as the object that they are.
    else if (typeof given === "object" && given !== null)
      block.add(canonicalJson(strictAt(strict()["function"] ?? null, ["arguments"])));
    const extra = extraContent(call, strict);
    if (extra !== undefined) block.carry["extra_content"] = extra;
  }

  /**
   * The call that a piece belongs to: by its index, else by its id; a piece with neither goes on with the newest, unless it names a tool.
   * Servers count wrongly: an index that comes again may be another call.
   */
  #callOf(piece: Fields, name: string): BlockDraft {
    const { index, id } = piece;
    const known = this.#calls.findLast((call) =>
      index === undefined || index === null ? textOf(id) !== "" && call.block.callId === id : call.index === index,
    );
    if (known !== undefined && !isOther(known, piece, name)) return known.block;
    const newest = this.#calls.at(-1)?.block;
    const isNameless = name === "" && textOf(id) === "" && (index === undefined || index === null);
    if (newest !== undefined && isNameless) return newest;
    const block = this.#draft.beginCall({ id: textOf(id), name });
    this.#calls.push({ index, name, block });
    return block;
  }

  #executed(name: (typeof EXECUTED_FIELDS)[number], given: Json): void {
    const known = this.#executedBlocks.get(name);
    const block = known ?? this.#draft.begin("provider_executed");
    this.#executedBlocks.set(name, block);
    block.carry = { type: name, [name]: mergeDetails(block.carry[name], given) };
  }
}

/** Gemini's signatures come beside the call on its OpenAI-compatible address. */
function extraContent(call: Fields, strict: () => Readonly<Record<string, Json>>): Json | undefined {
  if (typeof call["extra_content"] !== "object" || call["extra_content"] === null) return undefined;
  const extra = strict()["extra_content"];
  return isJsonObject(extra) ? extra : undefined;
}

function tokensOf(usage: Fields): TokenCounts {
  const details = fieldsOf(usage["prompt_tokens_details"]);
  return {
    input: countOf(usage["prompt_tokens"]) ?? 0,
    output: countOf(usage["completion_tokens"]) ?? 0,
    cacheRead: countOf(details["cached_tokens"]) ?? countOf(usage["prompt_cache_hit_tokens"]),
    cacheWrite: countOf(details["cache_write_tokens"]),
    reasoning: countOf(fieldsOf(usage["completion_tokens_details"])["reasoning_tokens"]),
  };
}
