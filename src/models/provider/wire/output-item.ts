import type { Json, JsonObject } from "#kernel";
import { modelError } from "../../model-error.ts";
import { type Fields, fieldsOf, listOf, textOf } from "./fields.ts";
import type { BlockDraft, ReplyDraft } from "./reply-draft.ts";
import { strictAt } from "./wire-event.ts";

/** One item of a response's output as it is put together: a message, thinking, a call, or something that the provider ran. */
export class OutputItem {
  readonly #draft: ReplyDraft;
  /** Blocks of a message by the place of their part. */
  readonly #texts = new Map<unknown, BlockDraft>();
  #phase: string | undefined;
  #thinking: BlockDraft | undefined;
  #summary: unknown;
  #call: BlockDraft | undefined;
  #executed: BlockDraft | undefined;

  constructor(draft: ReplyDraft) {
    this.#draft = draft;
  }

  /** The item begins: it has its place in the order from now on. */
  begin(item: Fields): void {
    switch (item["type"]) {
      case "message":
        if (typeof item["phase"] === "string") this.#phase = item["phase"];
        return;
      case "reasoning":
        this.#thinking ??= this.#draft.begin("thinking");
        return;
      case "function_call":
      case "custom_tool_call":
        this.#beginCall(item);
        return;
      default:
        this.#executed ??= this.#draft.begin("provider_executed");
    }
  }

  say(part: unknown, piece: string): void {
    const block = this.#texts.get(part) ?? this.#draft.begin("text");
    this.#texts.set(part, block);
    if (this.#phase !== undefined) block.carry["phase"] = this.#phase;
    block.add(piece);
  }

  think(part: unknown, piece: string): void {
    this.#thinking ??= this.#draft.begin("thinking");
    // Every part is a paragraph of its own.
    if (this.#thinking.text !== "" && this.#summary !== part) this.#thinking.add("\n\n");
    this.#summary = part;
    this.#thinking.add(piece);
  }

  /** The call that the item is; pieces of arguments that belong to none are no reply. */
  get call(): BlockDraft {
    if (this.#call !== undefined) return this.#call;
    throw modelError("bad_reply", "arguments came for a call that was never begun", true);
  }

  /** The item is whole: what no piece has told is told now, and what goes back is taken. */
  settle(item: Fields, strict: () => JsonObject): void {
    this.begin(item);
    switch (item["type"]) {
      case "message":
        return this.#settleMessage(item, strict);
      case "reasoning":
        return this.#settleReasoning(item, strict());
      case "function_call":
      case "custom_tool_call":
        return this.#settleCall(item);
      default:
        if (this.#executed !== undefined) this.#executed.carry = { item: strict() };
    }
  }

  /** A call has its place before its arguments: until they are said to be whole, it is none. */
  #beginCall(item: Fields): void {
    if (this.#call !== undefined) return;
    this.#call = this.#draft.beginCall({ id: textOf(item["call_id"]), name: textOf(item["name"]) });
    this.#call.isOpen = true;
  }

  /** The same item at the end of the response: it closes a call that no event has closed, and opens one that is not whole after all. */
  sumUp(item: Fields): void {
    const call = this.#call;
    if (call === undefined || call.callId !== item["call_id"]) return;
    if (!call.isOpen) call.isOpen = !isWhole(item);
    else if (item["status"] !== "in_progress") this.#settleCall(item);
  }

  #settleCall(item: Fields): void {
    this.closeCall(textOf(item[item["type"] === "custom_tool_call" ? "input" : "arguments"]));
    this.call.isOpen = !isWhole(item);
  }

  /** The arguments are whole. */
  closeCall(whole: string): void {
    this.call.settle(whole);
    this.call.isOpen = false;
  }

  #settleMessage(item: Fields, strict: () => JsonObject): void {
    if (holdsRefusal(item)) this.#draft.isRefused = true;
    for (const [n, given] of listOf(item["content"]).entries()) {
      const part = fieldsOf(given);
      const text = textOf(part["text"]) || textOf(part["refusal"]);
      // What was given out as text stays: somebody has read it.
      if (!this.#texts.has(n) && text !== "") this.say(n, text);
      const block = this.#texts.get(n);
      // Where the words come from is evidence; the provider does not want it back.
      if (block !== undefined && listOf(part["annotations"]).length > 0)
        block.carry["annotations"] = strictAt(strict(), ["content", n])["annotations"] ?? [];
    }
  }

  #settleReasoning(item: Fields, strict: JsonObject): void {
    const parts = listOf(item["summary"]).length > 0 ? listOf(item["summary"]) : listOf(item["content"]);
    if (this.#thinking?.text === "")
      for (const [n, part] of parts.entries()) this.think(n, textOf(fieldsOf(part)["text"]));
    if (this.#thinking !== undefined) this.#thinking.carry = { item: sealed(strict) };
  }
}

/** An item is whole unless it says that it is not. OpenAI calls some `in_progress` that it gives as done. */
function isWhole({ status }: Fields): boolean {
  return status === undefined || status === null || status === "completed" || status === "in_progress";
}

/** Whether a part of a message is a refusal. */
export function isRefusal(part: unknown): boolean {
  const { type, refusal } = fieldsOf(part);
  return type === "refusal" || textOf(refusal) !== "";
}

/** Whether a part of an item is one. */
export function holdsRefusal(item: Fields): boolean {
  return listOf(item["content"]).some(isRefusal);
}

/** What of a reasoning item is taken back: its seal, and what was shown of it. */
function sealed({ id, summary, encrypted_content: seal }: JsonObject): JsonObject {
  const item: Record<string, Json> = { type: "reasoning", summary: summary ?? [] };
  if (id !== undefined) item["id"] = id;
  if (typeof seal === "string") item["encrypted_content"] = seal;
  return item;
}
