import type { JsonObject } from "#kernel";
import type { TokenCounts } from "../usage/token-counts.ts";
import { countOf, type Fields, fieldsOf, listOf, textOf } from "./fields.ts";
import { PartialArguments } from "./partial-arguments.ts";
import { type BlockDraft, objectText, type ReplyDraft } from "./reply-draft.ts";
import { eventAt, strictAt, type WireEvent } from "./wire-event.ts";
import type { WireReader } from "./wire-reader.ts";

/** Reads Gemini's `generateContent`. A whole reply has the form of one event of a stream. */
export function googleReader(draft: ReplyDraft): WireReader {
  const reading = new GoogleReading(draft);
  return {
    take: (event) => reading.take(event),
    takeWhole(event) {
      const list = listOf(event.fields["list"]);
      if (list.length === 0) reading.take(event);
      for (const n of list.keys()) reading.take(eventAt(event, ["list", n]));
      draft.isEnded = true;
    },
  };
}

class GoogleReading {
  readonly #draft: ReplyDraft;
  #grounding: BlockDraft | undefined;
  /** A call whose arguments come in pieces. */
  #growing: { readonly block: BlockDraft; readonly args: PartialArguments } | undefined;

  constructor(draft: ReplyDraft) {
    this.#draft = draft;
  }

  take(event: WireEvent): void {
    const { fields } = event;
    const draft = this.#draft;
    if (typeof fields["responseId"] === "string") draft.responseId = fields["responseId"];
    const candidate = fieldsOf(listOf(fields["candidates"])[0]);
    for (const [n, part] of listOf(fieldsOf(candidate["content"])["parts"]).entries())
      this.#part(fieldsOf(part), () => strictAt(event.strict(), ["candidates", 0, "content", "parts", n]));
    if (candidate["groundingMetadata"] !== undefined) this.#ground(event);
    // A prompt that is blocked has no candidate: the reason for that is why nothing follows.
    draft.stop(fieldsOf(fields["promptFeedback"])["blockReason"]);
    draft.stop(candidate["finishReason"]);
    const usage = fieldsOf(fields["usageMetadata"]);
    if (Object.keys(usage).length > 0) draft.tokens = tokensOf(usage) ?? draft.tokens;
  }

  /** Where the words come from: told with several events, the last one counts. */
  #ground(event: WireEvent): void {
    this.#grounding ??= this.#draft.begin("provider_executed");
    this.#grounding.carry = { groundingMetadata: strictAt(event.strict(), ["candidates", 0, "groundingMetadata"]) };
  }

  #part(part: Fields, strict: () => JsonObject): void {
    const signature = textOf(part["thoughtSignature"]);
    if (part["functionCall"] !== undefined) this.#call(fieldsOf(part["functionCall"]), signature, strict);
    else if (typeof part["text"] === "string") this.#text(part, signature);
    else {
      const executed = this.#draft.begin("provider_executed");
      executed.carry = { part: strict() };
    }
  }

  /** A signed part is a block of its own: it goes back as it came. */
  #text(part: Fields, signature: string): void {
    const kind = part["thought"] === true ? "thinking" : "text";
    const text = textOf(part["text"]);
    if (signature === "") {
      if (text !== "") this.#draft.running(kind).add(text);
      return;
    }
    const block = this.#draft.begin(kind);
    block.add(text);
    block.carry["thoughtSignature"] = signature;
  }

  #call(call: Fields, signature: string, strict: () => JsonObject): void {
    const name = textOf(call["name"]);
    const pieces = listOf(call["partialArgs"]);
    if (name !== "") this.#begin(call, signature);
    const growing = this.#growing;
    if (growing === undefined) return;
    for (const piece of pieces) growing.args.take(fieldsOf(piece));
    if (call["args"] !== undefined && call["args"] !== null)
      growing.block.add(objectText(strictAt(strict(), ["functionCall", "args"])));
    if (call["willContinue"] === true) return;
    if (growing.block.text === "") growing.block.add(growing.args.text());
    growing.block.isOpen = false;
    this.#growing = undefined;
  }

  #begin(call: Fields, signature: string): void {
    const block = this.#draft.beginCall({ id: textOf(call["id"]), name: textOf(call["name"]) });
    if (signature !== "") block.carry["thoughtSignature"] = signature;
    block.isOpen = true;
    this.#growing = { block, args: new PartialArguments() };
  }
}

/** Thoughts are counted beside the answer; both are output. */
function tokensOf(usage: Fields): TokenCounts | undefined {
  const input = countOf(usage["promptTokenCount"]);
  if (input === undefined) return undefined;
  const reasoning = countOf(usage["thoughtsTokenCount"]);
  return {
    input: input + (countOf(usage["toolUsePromptTokenCount"]) ?? 0),
    output: (countOf(usage["candidatesTokenCount"]) ?? 0) + (reasoning ?? 0),
    cacheRead: countOf(usage["cachedContentTokenCount"]),
    reasoning,
  };
}
