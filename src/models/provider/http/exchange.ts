import { type CancelSignal, PortError } from "#ports";
import { digestStream, type DigestStream } from "#platform";
import { aborted, modelError } from "../../model-error.ts";
import type { ProviderSeat } from "../provider-seat.ts";
import type { WrittenRequest } from "../request/written-request.ts";
import { connectionError } from "./connection-error.ts";

/** The most bytes that one reply may have (DESIGN 20). */
export const MOST_BODY_BYTES: number = 64 * 1024 * 1024;

/** How one exchange is held. */
export interface ExchangeTerms {
  readonly seat: ProviderSeat;
  /** How long is waited for the head of the reply, and then each time for more of what is said. */
  readonly idleMs: number;
  /** How long is waited for all of it together (DESIGN 20). */
  readonly wholeMs: number;
  readonly signal: CancelSignal;
}

/** What a reader knows of the bytes that it was given. */
export interface Pace {
  /** How much was said so far: while this stays, what came was no more than a sign of life. */
  readonly said: () => number;
  /** How long what follows may take in all; undefined while the reply goes on. */
  readonly rest: () => number | undefined;
}

/** One request under way. Whoever opened it closes it: that ends the connection, wherever the reply stands. */
export class Exchange {
  readonly #terms: ExchangeTerms;
  readonly #breaker = new AbortController();
  readonly #digest: DigestStream = digestStream();
  #response: Response | undefined;
  #bytes = 0;
  /** How long was waited since something was said, and in all. The reader's own time does not count. */
  #idledMs = 0;
  #waitedMs = 0;
  readonly #onAbort = (): void => this.#breaker.abort();

  constructor(terms: ExchangeTerms) {
    this.#terms = terms;
    terms.signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** Sends the request; resolves when the head of the reply is there. */
  async open({ url, headers, body }: WrittenRequest): Promise<Response> {
    const { signal, seat } = this.#terms;
    if (signal.aborted) throw aborted(signal);
    const sending = fetch(url, {
      method: "POST",
      // Unpacked bytes would not be those that came, and packed ones come late.
      headers: { ...headers, "accept-encoding": "identity" },
      body,
      signal: this.#breaker.signal,
      // It would take the key along to wherever it leads.
      redirect: "manual",
    });
    try {
      this.#response = await this.#inTime(sending);
      this.#idledMs = 0;
      return this.#response;
    } catch (error) {
      throw this.#broken(error, () => connectionError(error, seat));
    }
  }

  /** The bytes of the reply as they come; they end without an error where the rest took too long. */
  async *bytes({ said, rest }: Pace): AsyncGenerator<Uint8Array, void, undefined> {
    const reader = (this.#response?.body ?? undefined)?.getReader();
    if (reader === undefined) return;
    let heard = said();
    let rested = 0;
    for (;;) {
      const limit = rest();
      const before = this.#waitedMs;
      let step: Awaited<ReturnType<typeof reader.read>> | "late";
      try {
        step =
          limit === undefined
            ? await this.#inTime(reader.read())
            : await this.#timed(reader.read(), Math.max(limit - rested, 0));
      } catch (error) {
        throw this.#broken(error, () =>
          modelError("stream_cut", `${this.#terms.seat.ref}: the connection broke in the middle of the reply`, true),
        );
      }
      if (step === "late" || step.done) return;
      rested = limit === undefined ? 0 : rested + this.#waitedMs - before;
      this.#count(step.value);
      yield step.value;
      if (said() !== heard) this.#idledMs = 0;
      heard = said();
    }
  }

  /** The digest of the bytes that came so far: `sha256:<hex>`. Ends it. */
  digest(): string {
    return this.#digest.digest();
  }

  close(): void {
    this.#terms.signal.removeEventListener("abort", this.#onAbort);
    this.#breaker.abort();
  }

  #count(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    this.#digest.update(bytes);
    if (this.#bytes <= MOST_BODY_BYTES) return;
    const { ref } = this.#terms.seat;
    throw modelError("too_large", `${ref}: the reply has more than ${MOST_BODY_BYTES} bytes`);
  }

  async #inTime<T>(work: Promise<T>): Promise<T> {
    const { idleMs, wholeMs, seat } = this.#terms;
    const [idleLeft, wholeLeft] = [idleMs - this.#idledMs, wholeMs - this.#waitedMs];
    const done = await this.#timed(work, Math.max(Math.min(idleLeft, wholeLeft), 0));
    if (done !== "late") return done;
    if (wholeLeft < idleLeft)
      throw modelError("stream_cut", `${seat.ref}: the reply was not whole after ${wholeMs} ms`, true);
    throw modelError("stream_cut", `${seat.ref}: nothing came for ${idleMs} ms`, true);
  }

  async #timed<T>(work: Promise<T>, milliseconds: number): Promise<T | "late"> {
    const start = performance.now();
    try {
      return await within(work, milliseconds);
    } finally {
      const waited = performance.now() - start;
      this.#idledMs += waited;
      this.#waitedMs += waited;
    }
  }

  /** What an error of the platform means here: somebody's wish to end, our own words, or the world's failure. */
  #broken(error: unknown, otherwise: () => Error): Error {
    const { signal } = this.#terms;
    if (signal.aborted) return aborted(signal);
    return error instanceof PortError ? error : otherwise();
  }
}

/** The work, or `late` when it took longer; a late one is left to itself. */
async function within<T>(work: Promise<T>, milliseconds: number): Promise<T | "late"> {
  const { promise, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(() => resolve("late"), milliseconds);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
