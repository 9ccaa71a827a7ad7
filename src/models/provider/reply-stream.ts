import type { ModelReply } from "#ports";
import { modelError } from "../model-error.ts";
import type { Exchange } from "./http/exchange.ts";
import { wordsOf } from "./http/provider-sentence.ts";
import { type SseEvent, SseReader } from "./http/sse-reader.ts";
import { eventError } from "./http/status-error.ts";
import type { ProviderSeat } from "./provider-seat.ts";
import { type Price } from "./usage/price-table.ts";
import { usageOf } from "./usage/token-counts.ts";
import { ReplyDraft } from "./wire/reply-draft.ts";
import { stopWord } from "./wire/stop-words.ts";
import { type WireEvent, wireEvent } from "./wire/wire-event.ts";
import { ENDS_BY_EVENT, READERS, type WireReader } from "./wire/wire-reader.ts";

/** How long a server may keep a connection open behind the end of its reply. */
const AFTER_END_MS = 2000;

/** What a reply is read for. */
export interface ReplyTerms {
  readonly seat: ProviderSeat;
  readonly price: Price | undefined;
  readonly toolOf: (wireName: string) => string;
}

/** Reads one reply from its bytes. */
export class ReplyStream {
  readonly draft: ReplyDraft;
  readonly #terms: ReplyTerms;
  readonly #reader: WireReader;
  #unreadable = 0;

  constructor(terms: ReplyTerms) {
    this.#terms = terms;
    this.draft = new ReplyDraft(terms.seat.kind, terms.toolOf);
    this.#reader = READERS[terms.seat.kind](this.draft);
  }

  /** Takes the reply of an exchange, event by event; gives a turn after each piece of bytes, when the draft may have grown. */
  async *read(exchange: Pick<Exchange, "bytes">): AsyncGenerator<void, void, undefined> {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const sse = new SseReader();
    const body: string[] = [];
    let form: BodyForm = "unknown";
    const afterEnd = (): number | undefined => (this.draft.isEnded ? AFTER_END_MS : undefined);
    for await (const bytes of this.#whileNeeded(exchange, afterEnd)) {
      const text = this.#decoded(() => decoder.decode(bytes, { stream: true }));
      if (form === "unknown") form = formOf(text);
      if (form === "events") yield* this.#events(sse.take(text));
      else body.push(text);
    }
    const rest = this.#decoded(() => decoder.decode());
    if (form === "events") yield* this.#events([...sse.take(rest), ...sse.end()]);
    else this.#whole(body.join("") + rest);
    yield;
  }

  /** What was said before an event that breaks the reply was said: it is given out before the error. */
  *#events(events: Iterable<SseEvent>): Generator<void, void, undefined> {
    try {
      for (const { name, data } of events) this.#event(name, data);
    } finally {
      yield;
    }
  }

  /** What breaks behind the end of a reply does not break the reply. */
  async *#whileNeeded(
    exchange: Pick<Exchange, "bytes">,
    soon: () => number | undefined,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* exchange.bytes(soon);
    } catch (error) {
      if (!this.draft.isEnded) throw error;
    }
  }

  /** Takes a reply that came as one body. */
  #whole(body: string): void {
    if (body.trim() === "") return;
    const event = wireEvent("message", body);
    if (event === undefined) throw this.#noReply(/^\s*</.test(body) ? "a web page came instead" : "it is no JSON");
    this.#assertNoError(event);
    this.#reader.takeWhole(event);
  }

  #event(name: string, data: string): void {
    if (data.trim() === "[DONE]") {
      this.draft.isEnded = this.draft.rawStop !== undefined;
      return;
    }
    // Some servers keep the connection alive with events of nothing.
    if (data.trim() === "") return;
    const event = wireEvent(name, data);
    // Nobody knows what was in it: what can still be read is given out, and at the end the reply is refused.
    if (event === undefined) this.#unreadable += 1;
    else {
      this.#assertNoError(event);
      this.#reader.take(event);
    }
  }

  #assertNoError({ name, fields }: WireEvent): void {
    const { type, error, response } = fields;
    const isError =
      name === "error" ||
      type === "error" ||
      (error !== undefined && error !== null && error !== "" && error !== false);
    if (isError) throw eventError(wordsOf(fields), this.#terms.seat);
    if (type === "response.failed") throw eventError(wordsOf(response), this.#terms.seat);
  }

  #decoded(decode: () => string): string {
    try {
      return decode();
    } catch {
      throw this.#noReply("it is no UTF-8", true);
    }
  }

  #noReply(why: string, retryable = false): Error {
    const { ref, baseUrl } = this.#terms.seat;
    return modelError(
      "bad_reply",
      `${ref}: what came from ${baseUrl} is no reply of a model: ${why} (check the base URL)`,
      retryable,
    );
  }

  /** The reply, if it is whole: one without a stop reason was cut, whatever it said. */
  reply(rawDigest: string): ModelReply {
    const { draft } = this;
    const { ref } = this.#terms.seat;
    if (this.#unreadable > 0)
      throw modelError("bad_reply", `${ref}: ${this.#unreadable} events of the reply are no JSON`, true);
    const { rawStop, isEnded, responseId, hasCalls, isRefused, tokens } = draft;
    if (rawStop === undefined || (ENDS_BY_EVENT[draft.kind] && !isEnded))
      throw modelError("stream_cut", `${ref}: the stream ended before the reply was whole`, true);
    return {
      blocks: draft.blocks(),
      stopReason: stopWord(draft.kind, rawStop, { hasCalls, isRefused }),
      usage: usageOf(tokens, this.#terms.price),
      ...(responseId === undefined ? {} : { responseId: responseId.toWellFormed() }),
      rawDigest,
    };
  }
}

/** What a body is: a stream of events, or one piece of JSON (or of something else that is no stream). */
type BodyForm = "unknown" | "events" | "body";

/** Shows with the first character that is no space: events begin with a name or a colon. */
function formOf(text: string): BodyForm {
  const first = text.trimStart()[0];
  if (first === undefined) return "unknown";
  return "{[<".includes(first) ? "body" : "events";
}
