import type { ModelChunk, ModelReply } from "#ports";
import { modelError } from "../model-error.ts";
import type { Exchange } from "./http/exchange.ts";
import { wordsOf } from "./http/provider-sentence.ts";
import { type SseEvent, SseReader } from "./http/sse-reader.ts";
import { eventError } from "./http/status-error.ts";
import { KeyWatch } from "./key-watch.ts";
import type { ProviderSeat } from "./provider-seat.ts";
import { estimatedCounts } from "./usage/estimated-counts.ts";
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
  /** The body that was sent, for the cost where the provider counts nothing. */
  readonly request?: string;
  readonly toolOf: (wireName: string) => string;
}

/** Reads one reply from its bytes. */
export class ReplyStream {
  readonly draft: ReplyDraft;
  readonly #terms: ReplyTerms;
  readonly #reader: WireReader;
  readonly #watch: KeyWatch;
  #unreadable = 0;
  /** How many events said something. */
  #said = 0;

  constructor(terms: ReplyTerms) {
    this.#terms = terms;
    this.#watch = new KeyWatch(terms.seat);
    this.draft = new ReplyDraft(terms.seat.kind, terms.toolOf);
    this.#reader = READERS[terms.seat.kind](this.draft);
  }

  /** Takes the reply of an exchange, event by event; gives a turn after each piece of bytes, when the draft may have grown. */
  async *read(exchange: Pick<Exchange, "bytes">): AsyncGenerator<void, void, undefined> {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const sse = new SseReader();
    const body: string[] = [];
    let form: BodyForm = "unknown";
    for await (const bytes of this.#whileNeeded(exchange)) {
      const text = this.#decoded(() => decoder.decode(bytes, { stream: true }));
      if (form === "unknown") form = formOf(text);
      // Of a body every piece says something; spaces keep a connection alive.
      if (form === "body" && text.trim() !== "") this.#said += 1;
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
  async *#whileNeeded(exchange: Pick<Exchange, "bytes">): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* exchange.bytes({
        said: () => this.#said,
        rest: () => (this.draft.isEnded ? AFTER_END_MS : undefined),
      });
    } catch (error) {
      if (!this.draft.isEnded) throw error;
    }
  }

  /** Takes a reply that came as one body. */
  #whole(body: string): void {
    if (body.trim() === "") return;
    this.#watch.assertNoKey(body);
    const event = wireEvent("message", body);
    if (event === undefined) throw this.#noReply(/^\s*</.test(body) ? "a web page came instead" : "it is no JSON");
    this.#assertNoError(event);
    this.#reader.takeWhole(event);
  }

  #event(name: string, data: string): void {
    if (data.trim() === "[DONE]") {
      this.draft.isEnded = true;
      return;
    }
    // Some servers keep the connection alive with events of nothing.
    if (data.trim() === "") return;
    this.#said += 1;
    const event = wireEvent(name, data);
    if (this.draft.isEnded && !this.#goesOn(event)) return;
    this.#watch.assertNoKey(data);
    // Nobody knows what was in it: what can still be read is given out, and at the end the reply is refused.
    if (event === undefined) this.#unreadable += 1;
    else {
      this.#assertNoError(event);
      this.#reader.take(event);
    }
  }

  /** Behind the end of a message only the beginning of a further one is heard; whatever else comes belongs to no reply. */
  #goesOn(event: WireEvent | undefined): boolean {
    const isBegun = event !== undefined && this.#reader.begins?.(event) === true;
    if (isBegun) this.draft.isEnded = false;
    return isBegun;
  }

  /** The pieces of the reply since the last time; none of them ends a key. */
  drain(): readonly ModelChunk[] {
    const chunks = this.draft.drain();
    for (const chunk of chunks) this.#watch.assertNoKeyWith(chunk);
    return chunks;
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
    const { price, request = "", seat } = this.#terms;
    const { ref } = seat;
    if (this.#unreadable > 0)
      throw modelError("bad_reply", `${ref}: ${this.#unreadable} events of the reply are no JSON`, true);
    const { rawStop, isEnded, responseId, hasCalls, isRefused, tokens } = draft;
    if (rawStop === undefined || (ENDS_BY_EVENT[draft.kind] && !isEnded))
      throw modelError("stream_cut", `${ref}: the stream ended before the reply was whole`, true);
    const blocks = draft.blocks();
    const said = {
      blocks,
      stopReason: stopWord(draft.kind, rawStop, { hasCalls, isRefused }),
      ...(responseId === undefined ? {} : { responseId: responseId.toWellFormed() }),
    };
    // What goes back to the provider is put together from pieces too.
    this.#watch.assertNoKey(JSON.stringify(said));
    return { ...said, usage: usageOf(tokens, price, () => estimatedCounts(request, blocks)), rawDigest };
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
