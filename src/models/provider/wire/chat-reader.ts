import { canonicalJson, isJsonObject, type Json } from "#kernel";
import type { TokenCounts } from "../usage/token-counts.ts";
import { countOf, type Fields, fieldsOf, listOf, textOf } from "./fields.ts";
import { JsonEnd } from "./json-end.ts";
import { DetailList } from "./reasoning-details.ts";
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
      draft.isEnded = true;
    },
  };
}

/** Where servers put thinking; one of them is read, for some say it under two names at once. */
const REASONING_FIELDS = ["reasoning_content", "reasoning", "reasoning_text"] as const;

/** A call, and what its first piece said of it. */
class KnownCall {
  readonly index: unknown;
  readonly name: string;
  readonly block: BlockDraft;
  readonly #end = new JsonEnd();
  #isWhole: boolean | undefined;

  constructor(index: unknown, name: string, block: BlockDraft) {
    this.index = index;
    this.name = name;
    this.block = block;
  }

  add(piece: string): void {
    this.block.add(piece);
    this.#end.take(piece);
  }

  /** Whether its arguments are whole JSON. They are read when they are closed, and once: what is no JSON then becomes none. */
  get isWhole(): boolean {
    if (!this.#end.isClosed) return false;
    this.#isWhole ??= wireEvent("", this.block.text) !== undefined;
    return this.#isWhole;
  }

  /** Whether a piece under its index begins another call: another id, another name, or more arguments behind whole ones. */
  isOther({ id, function: given }: Fields, name: string): boolean {
    if (name === "") return false;
    if (textOf(id) !== "" && this.block.callId !== "") return this.block.callId !== id;
    if (this.name !== "" && this.name !== name) return true;
    return textOf(fieldsOf(given)["arguments"]) !== "" && this.isWhole;
  }
}

/** What a server did by itself: tools that it ran, told anew with every piece, and where its words come from. */
const EXECUTED_FIELDS = ["executed_tools", "annotations"] as const;

class ChatReading {
  readonly #draft: ReplyDraft;
  readonly #executedBlocks = new Map<string, BlockDraft>();
  readonly #details = new Map<BlockDraft, DetailList>();
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
      draft.stop(choice["finish_reason"]);
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
    block.carry["details"] = this.#merged(block, details);
  }

  /** The details of a block, with these. */
  #merged(block: BlockDraft, more: Json | undefined): readonly Json[] {
    const list = this.#details.get(block) ?? new DetailList();
    this.#details.set(block, list);
    list.take(more);
    return list.items;
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
    const known = this.#callOf(call, textOf(name));
    const { block } = known;
    if (block.callId === "") block.callId = textOf(call["id"]);
    if (textOf(name) !== "") this.#draft.nameCall(block, textOf(name));
    if (typeof given === "string") known.add(given);
    // Some servers give them as the object that they are.
    else if (typeof given === "object" && given !== null)
      known.add(canonicalJson(strictAt(strict()["function"] ?? null, ["arguments"])));
    const extra = extraContent(call, strict);
    if (extra !== undefined) block.carry["extra_content"] = extra;
  }

  /**
   * The call that a piece belongs to: by its index, else by its id; a piece with neither goes on with the newest, unless it names a tool.
   * Servers count wrongly: an index that comes again may be another call.
   */
  #callOf(piece: Fields, name: string): KnownCall {
    const { index, id } = piece;
    const known = this.#calls.findLast((call) =>
      index === undefined || index === null ? textOf(id) !== "" && call.block.callId === id : call.index === index,
    );
    if (known !== undefined && !known.isOther(piece, name)) return known;
    const newest = this.#calls.at(-1);
    const isNameless = name === "" && textOf(id) === "" && (index === undefined || index === null);
    if (newest !== undefined && isNameless) return newest;
    const begun = new KnownCall(index, name, this.#draft.beginCall({ id: textOf(id), name }));
    this.#calls.push(begun);
    return begun;
  }

  #executed(name: (typeof EXECUTED_FIELDS)[number], given: Json): void {
    const known = this.#executedBlocks.get(name);
    const block = known ?? this.#draft.begin("provider_executed");
    this.#executedBlocks.set(name, block);
    block.carry = { type: name, [name]: this.#merged(block, given) };
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
