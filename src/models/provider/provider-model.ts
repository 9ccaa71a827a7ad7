import type { CancelSignal, Model, ModelChunk, ModelReply, ModelRequest } from "#ports";
import { PortError } from "#ports";
import { aborted } from "../model-error.ts";
import { pause } from "../pause.ts";
import { Exchange } from "./http/exchange.ts";
import { providerWords } from "./http/provider-sentence.ts";
import { retryAfterMs } from "./http/retry-after.ts";
import { type RetryNotice, type RetryTerms, retryWait } from "./http/retry-wait.ts";
import { statusError } from "./http/status-error.ts";
import type { OpenPackage } from "./load-package.ts";
import type { ProviderSeat } from "./provider-seat.ts";
import { ReplyStream } from "./reply-stream.ts";
import type { Reasoning } from "./request/reasoning.ts";
import { type WrittenRequest, writtenRequest } from "./request/written-request.ts";
import type { Price } from "./usage/price-table.ts";

/** Everything that a model of a provider is made of. */
export interface ProviderModelTerms {
  readonly seat: ProviderSeat;
  readonly open: OpenPackage;
  readonly price: Price | undefined;
  readonly reasoning: Reasoning | undefined;
  readonly retry: RetryTerms;
  readonly idleMs: number;
  readonly onRetry: ((notice: RetryNotice) => void) | undefined;
  readonly random: () => number;
}

/** A whole reply takes as long as all of its pieces: it may be waited for so many times longer. */
const WHOLE_IDLE_FACTOR = 5;

/** No reply takes so many times longer than the longest silence in it: an hour where nobody says otherwise. */
export const LONGEST_REPLY_FACTOR = 30;

/** How long a refusal may take to say why. */
const ERROR_BODY_MS = 5000;

/** A model behind a provider. Nothing of a seat is in the object: no key shows in it. */
export function providerModel(terms: ProviderModelTerms): Model {
  const { seat, open, reasoning } = terms;
  return {
    ref: seat.ref,
    async complete(request, signal) {
      const written = await writtenRequest(request, { seat, open, reasoning, streams: false });
      const longer = { ...heldTerms(terms), idleMs: terms.idleMs * WHOLE_IDLE_FACTOR };
      let reply: ModelReply | undefined;
      for await (const chunk of attempts(written, longer, signal)) if (chunk.kind === "reply") reply = chunk.reply;
      if (reply === undefined) throw aborted(signal);
      return reply;
    },
    async *stream(request: ModelRequest, signal: CancelSignal): AsyncGenerator<ModelChunk, void, undefined> {
      const written = await writtenRequest(request, { seat, open, reasoning, streams: true });
      yield* attempts(written, heldTerms(terms), signal);
    },
  };
}

interface HeldTerms extends ProviderModelTerms {
  readonly wholeMs: number;
}

function heldTerms(terms: ProviderModelTerms): HeldTerms {
  return { ...terms, wholeMs: terms.idleMs * LONGEST_REPLY_FACTOR };
}

/** However large the terms: more is no retry any longer (DESIGN 20). */
const MOST_ATTEMPTS = 100;

/** Sends a request until a reply comes, as long as nothing of one has been given out and the budget holds. */
async function* attempts(
  written: WrittenRequest,
  terms: HeldTerms,
  signal: CancelSignal,
): AsyncGenerator<ModelChunk, void, undefined> {
  const { retry, random, onRetry } = terms;
  let budgetMs = retry.budgetMs;
  for (let attempt = 1; ; attempt++) {
    let isGiven = false;
    const asked: Asked = { ms: undefined };
    try {
      for await (const chunk of attemptOnce(written, { ...terms, signal, asked })) {
        isGiven = true;
        yield chunk;
      }
      return;
    } catch (error) {
      if (signal.aborted) throw aborted(signal);
      if (!(error instanceof PortError) || !error.retryable || isGiven) throw error;
      // Written so that NaN and an endless number end too.
      if (!(attempt < Math.min(retry.attempts, MOST_ATTEMPTS))) throw attempt === 1 ? error : spent(error);
      const waitMs = retryWait(attempt, asked.ms, random);
      // A wait that the budget does not hold is not begun: the error says what it was.
      if (!(waitMs <= budgetMs)) throw spent(error);
      budgetMs -= waitMs;
      onRetry?.({ attempt, waitMs, why: error.code });
      await pause(waitMs, signal);
    }
  }
}

/** The same error when the budget for it is used up: nobody else is to ask again (R13). A model that may not retry leaves that to the run's policy. */
function spent({ port, code, message, cause }: PortError): PortError {
  return new PortError(port, code, message, { retryable: false, cause });
}

/** How long the provider asked to wait, where it did. */
interface Asked {
  ms: number | undefined;
}

interface AttemptTerms extends HeldTerms {
  readonly signal: CancelSignal;
  readonly asked: Asked;
}

/** Sends a request once. However this ends, the connection has ended too. */
async function* attemptOnce(written: WrittenRequest, terms: AttemptTerms): AsyncGenerator<ModelChunk, void, undefined> {
  const exchange = new Exchange(terms);
  try {
    const response = await exchange.open(written);
    if (!response.ok) await refuse(response, exchange, terms);
    const stream = new ReplyStream({ ...terms, request: written.body, toolOf: written.names.toolOf });
    for await (const _turn of stream.read(exchange)) yield* stream.drain();
    const reply = stream.reply(exchange.digest());
    yield* stream.drain();
    yield { kind: "reply", reply };
  } finally {
    exchange.close();
  }
}

/** The most that is read of a refusal. */
const MOST_ERROR_BYTES = 64 * 1024;

async function refuse(
  { status, headers }: Response,
  exchange: Exchange,
  { seat, asked }: AttemptTerms,
): Promise<never> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const bytes of exchange.bytes({ said: () => length, rest: () => ERROR_BODY_MS })) {
      pieces.push(bytes);
      length += bytes.length;
      if (length >= MOST_ERROR_BYTES) break;
    }
  } catch (error) {
    // The status says enough; what it was about is lost with the connection.
    if (!(error instanceof PortError)) throw error;
  }
  const body = Buffer.concat(pieces).toString("utf8");
  asked.ms = retryAfterMs(headers, Date.now()) ?? providerWords(body).retryAfterMs;
  throw statusError(status, body, seat);
}
