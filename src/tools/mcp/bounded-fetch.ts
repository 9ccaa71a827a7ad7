import { flowMeter } from "./flow-meter.ts";
import { MCP_LIMITS } from "./mcp-limits.ts";

/** Who hears what goes and comes over HTTP. */
export interface FetchWatcher {
  /** A message of ours is on its way. */
  readonly sent: (message: SentMessage) => void;
  /** More came than anybody would read; the body is cut there. */
  readonly flooded: (what: string) => void;
  /** The stream that was to hold the answer to this message is over, well or not. */
  readonly ended: (message: SentMessage) => void;
}

/** As much of a message of ours as is looked at. */
export interface SentMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly requestId?: string | number };
}

/** As much of `fetch` as the client asks for. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * `fetch` with bounds: no message longer than it may be, no flood, no redirect. A redirect would send a call, and the headers that were
 * meant for one server, to another.
 */
export function boundedFetch({ sent, flooded, ended }: FetchWatcher): Fetch {
  const meter = flowMeter();
  return async (url, init) => {
    // Our own message, written by the client a moment ago.
    const message = typeof init?.body === "string" ? (JSON.parse(init.body) as SentMessage) : undefined;
    if (message !== undefined) sent(message);
    const response = await fetch(url, { ...init, redirect: "error" });
    const { body, status, statusText, headers } = response;
    if (body === null) return response;
    const isStream = headers.get("content-type")?.startsWith("text/event-stream") ?? false;
    const gauge = isStream ? eventGauge() : wholeGauge();
    const watched = watchedBody(body, {
      judge(chunk) {
        const what = meter.bytes(chunk.length) ?? tooLong(gauge.longest(chunk));
        if (what !== undefined) flooded(what);
        return what;
      },
      // A stream whose events have names may be taken up again where it broke off.
      ended: () => (message === undefined || !isStream || gauge.isNamed() ? undefined : ended(message)),
    });
    return new Response(watched, { status, statusText, headers });
  };
}

function tooLong(length: number): string | undefined {
  const { messageBytes } = MCP_LIMITS;
  return length > messageBytes ? `sent a message of more than ${messageBytes} bytes` : undefined;
}

interface Watching {
  /** Why no more of it is read. */
  readonly judge: (chunk: Uint8Array) => string | undefined;
  readonly ended: () => void;
}

function watchedBody(body: ReadableStream<Uint8Array>, { judge, ended }: Watching): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        const why = value === undefined ? undefined : judge(value);
        if (why !== undefined) throw new Error(why);
        if (!done) return controller.enqueue(value);
        ended();
        controller.close();
      } catch (error) {
        ended();
        controller.error(error);
        await reader.cancel(error).catch(() => undefined);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

interface Gauge {
  /** How long the message is by now that is not whole yet. */
  longest(chunk: Uint8Array): number;
  /** Whether an event of the stream had a name. */
  isNamed(): boolean;
}

function wholeGauge(): Gauge {
  let length = 0;
  return { longest: (chunk) => (length += chunk.length), isNamed: () => false };
}

const [LINE_FEED, RETURN] = [0x0a, 0x0d];
const NAMED = /(?:^|[\r\n])id:/;

/** An event is held until the blank line behind it: what counts is how far the last one is back. */
function eventGauge(): Gauge {
  let length = 0;
  let named = false;
  return {
    longest(chunk) {
      const blank = lastBlankLine(chunk);
      length = blank < 0 ? length + chunk.length : chunk.length - blank;
      named ||= NAMED.test(Buffer.from(chunk).toString("latin1"));
      return length;
    },
    isNamed: () => named,
  };
}

/** Where the text behind the last blank line begins; below 0 where there is none. */
function lastBlankLine(chunk: Uint8Array): number {
  for (let at = chunk.length - 1; at > 0; at--) {
    if (chunk[at] !== LINE_FEED) continue;
    const before = chunk[at - 1] === RETURN ? at - 2 : at - 1;
    if (chunk[before] === LINE_FEED) return at + 1;
  }
  return -1;
}
